// @ts-check
/** The HTTP interface: questions are answered by the server that sent the page. */

import { Fault } from "../fault.js";

const BASE = new URL("api/v1/", document.baseURI);
const RETRIES = 3;
/** The folder of the documents. A server sends none. @type {string | null} */
export const BOOK = null;

/**
 * Sends a question, calls `onEvent` with every event if it is given, and returns the reply.
 * @param {string} route
 * @param {object} question
 * @param {((event: any) => void) | null} onEvent
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function answer(route, question, onEvent, signal) {
  const reply = await send(route, jsonRequest(question, onEvent ? "text/event-stream" : "application/json", signal));
  if (!onEvent || !reply.headers.get("content-type")?.startsWith("text/event-stream")) return reply.json();
  for await (const { name, data } of serverEvents(reply)) {
    const value = JSON.parse(data);
    if (name === "reply") return value;
    if (name === "fault") throw new Fault(value, value.status ?? 500);
    onEvent(value);
  }
  throw new Fault({ title: "the connection ended before the reply", kind: "system" }, 0);
}

/** What `GET` of a path below `/api/v1/` says. @param {string} path @param {AbortSignal} [signal] */
export async function get(path, signal) {
  return (await send(path, { signal })).json();
}

/** The answer of an online judge. @param {string} name @param {string} text @param {AbortSignal} [signal] */
export async function judge(name, text, signal) {
  const headers = { "content-type": "text/plain" };
  return (await send(`judge/${encodeURIComponent(name)}`, { method: "POST", headers, body: text, signal })).text();
}

/** @param {object} question @param {string} accept @param {AbortSignal} [signal] */
function jsonRequest(question, accept, signal) {
  const headers = { "content-type": "application/json", accept };
  return { method: "POST", headers, body: JSON.stringify(question), signal };
}

/** @param {string} path @param {RequestInit} request */
async function send(path, request) {
  for (let attempt = 0; ; attempt++) {
    const reply = await fetch(new URL(path, BASE), request);
    if (reply.ok) return reply;
    const wait = Number(reply.headers.get("retry-after") ?? NaN);
    if (attempt < RETRIES && wait >= 0) {
      await pause(Math.min(wait, 2) * 1000 + 100, request.signal);
      continue;
    }
    throw new Fault(await problemOf(reply), reply.status);
  }
}

/** @param {Response} reply */
async function problemOf(reply) {
  const title = `HTTP ${reply.status}`;
  try {
    return { title, ...(await reply.json()) };
  } catch {
    return { title };
  }
}

/** @param {number} milliseconds @param {AbortSignal | null | undefined} signal */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The events of a `text/event-stream`; comments keep the way open and are left out. @param {Response} reply */
async function* serverEvents(reply) {
  const reader = /** @type {ReadableStream} */ (reply.body).pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      buffer += value.replaceAll("\r", "");
      for (let end; (end = buffer.indexOf("\n\n")) >= 0; buffer = buffer.slice(end + 2)) {
        const event = eventOf(buffer.slice(0, end));
        if (event.data) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {string} block */
function eventOf(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    const [, field, text] = line.match(/^([^:]*): ?(.*)$/) ?? [];
    if (field === "event") name = text;
    if (field === "data") data.push(text);
  }
  return { name, data: data.join("\n") };
}
