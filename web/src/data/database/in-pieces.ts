/** Rows in the first transaction: a slow machine begins with little, and what is short is cut all the same. */
const FIRST = 10
/** A save waits for a transaction that is under way (sync contract T4): well below what is allowed, on a slow machine too. */
const MOST = 80

/** Does a piece of so many rows, each a transaction of its own, until one says that it was the last. */
export async function inPieces(piece: (size: number) => Promise<boolean>, most = MOST): Promise<void> {
  for (let size = FIRST; !(await piece(size)); size = Math.min(size * 2, most));
}
