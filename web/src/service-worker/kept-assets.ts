/** Names of the caches that hold what tabs of earlier versions may still load. */
const PREFIX = 'kept-assets-'
const KEPT_VERSIONS = 3

/** Sorts by time: the newest is the last. */
export function keptCacheName(now: number): string {
  return PREFIX + String(now).padStart(15, '0')
}

export function isKeptCache(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** The caches to throw away, so that the newest three stay. */
export function outlivedCaches(names: readonly string[]): string[] {
  return names.filter(isKeptCache).sort().slice(0, -KEPT_VERSIONS)
}

/**
 * A tab with an open sheet goes on with its own code after an update, and may load more of it: its export code, say.
 * So what the precache is about to drop from /assets/ is put aside.
 */
export async function keepOutgoingAssets(
  precacheName: string,
  staying: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const precache = await caches.open(precacheName)
  const outgoing = (await precache.keys()).filter(
    ({ url }) => !staying.has(url) && new URL(url).pathname.startsWith('/assets/'),
  )
  if (outgoing.length > 0) {
    const kept = await caches.open(keptCacheName(now))
    for (const request of outgoing) {
      const response = await precache.match(request)
      if (response !== undefined) await kept.put(request.url, response)
    }
  }
  await Promise.all(outlivedCaches(await caches.keys()).map((name) => caches.delete(name)))
}

export async function matchKeptAsset(request: Request): Promise<Response | undefined> {
  for (const name of (await caches.keys()).filter(isKeptCache)) {
    const found = await (await caches.open(name)).match(request)
    if (found !== undefined) return found
  }
  return undefined
}
