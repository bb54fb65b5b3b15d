// @ts-check
/** Where questions are answered: by the server that sent the page. A build without a server puts workers here. */

export { answer, BOOK, get, judge } from "./backend/http.js";
