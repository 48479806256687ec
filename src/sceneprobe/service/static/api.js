// Requests to the service: the token, problems as errors, and one answer when nobody is there.

import { askToken, token } from "./token.js";

/** The service refused; the message is its own sentence. */
export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** Nobody answered. */
export class Gone extends Error {}

export const get = async (path, signal) => (await request("GET", path, { signal })).body;

/** Ask with everything that an answer can carry: `{body, etag}`. */
export async function request(method, path, { body, etag, signal } = {}) {
  const sent = token();
  const headers = {};
  if (sent) headers.Authorization = `Bearer ${sent}`;
  if (etag) headers["If-Match"] = etag;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      signal,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      redirect: "error",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Gone("the service does not answer");
  }
  if (answer.status === 401) {
    await askToken(sent);
    return request(method, path, { body, etag, signal });
  }
  const read = await answer.json().catch(() => null);
  if (!answer.ok || read === null) {
    throw new Problem(answer.status, read?.detail ?? `the service answered ${answer.status}`);
  }
  return { body: read, etag: answer.headers.get("ETag") };
}
