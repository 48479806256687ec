"""The routes of the service, one file a group; each calls a workflow and gives what it says."""
