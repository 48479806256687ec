"""The mistakes a caller can make; the command line shows each as one line and exits with 2."""


class SceneprobeError(Exception):
    """Anything sceneprobe refuses to do; its text says what was wrong and what to do."""


class FileError(SceneprobeError):
    """A file cannot be read or written."""


class QrelsError(SceneprobeError):
    """Judgments are not what they should be: topics missing, not expected, or judged twice."""


class LayoutError(SceneprobeError):
    """A file cannot be changed as asked without losing something that stands in it."""


class OptionError(SceneprobeError):
    """An option or argument has a value that cannot be used."""
