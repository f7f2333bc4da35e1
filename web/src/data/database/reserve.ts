/** Room that is kept for the saves after the storage became full. */
const RESERVE_BYTES = 2 * 1024 * 1024
/** As much must be free beside it before it is written again. */
const ROOM_BYTES = 2 * RESERVE_BYTES
const CACHE = 'reserve'
const PATH = '/reserve'
/** The most that one call of the browser's dice gives. */
const DICE_BYTES = 65_536

/** The browser's store of whole files: what is deleted there is free at once, unlike rows of a database. */
const files = () => globalThis.caches as CacheStorage | undefined

/** Keeps some room in reserve, once, where there is plenty; says whether there is. Never rejects. */
export async function keepReserve({ usage, quota }: { usage: number; quota: number }): Promise<boolean> {
  try {
    const store = files()
    if (await store?.has(CACHE)) return true
    if (quota > 0 && usage + RESERVE_BYTES + ROOM_BYTES > quota) return false
    if (!store) return true
    // Not zeros: a disk that packs what it stores would keep no room.
    const bytes = new Uint8Array(RESERVE_BYTES)
    for (let at = 0; at < RESERVE_BYTES; at += DICE_BYTES)
      crypto.getRandomValues(bytes.subarray(at, at + DICE_BYTES))
    await (await store.open(CACHE)).put(PATH, new Response(bytes))
    return true
  } catch (error) {
    console.warn('No room can be kept in reserve.', error)
    await freeReserve()
    return false
  }
}

/** Whether there is room for as much again as is stored, for what only makes a start faster: saves come first. */
export async function isRoomPlenty(): Promise<boolean> {
  const storage = globalThis.navigator?.storage as StorageManager | undefined
  const { usage = 0, quota = 0 } = (await storage?.estimate?.()) ?? {}
  return quota === 0 || 2 * usage + RESERVE_BYTES + ROOM_BYTES <= quota
}

/** Gives the reserve away, because the storage is full; false when there was none. Never rejects. */
export async function freeReserve(): Promise<boolean> {
  try {
    return (await files()?.delete(CACHE)) ?? false
  } catch (error) {
    console.error('The reserve cannot be freed.', error)
    return false
  }
}

/** Does it once more with the reserve freed where there was no room (sync contract T9); `onFull` hears of it. */
export async function withRoom<T>(work: () => Promise<T>, onFull: () => void): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isFull(error)) throw error
    onFull()
    if (!(await freeReserve())) throw error
    return work()
  }
}

/** Whether the browser had no room for this. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError') return true
  return 'inner' in error && error.inner !== error && isFull(error.inner)
}
