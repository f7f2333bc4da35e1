/** What the drawing worker tells of a job: each page now and then, and its end. */
export type WorkerReply = { page: number; total: number } | { file: ArrayBuffer } | { failed: string }
