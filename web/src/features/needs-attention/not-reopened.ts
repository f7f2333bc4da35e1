/** What was refused is nothing that a form could show any more. */
export class NotReopenedError extends Error {}
