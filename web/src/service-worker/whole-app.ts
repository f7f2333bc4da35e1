/** How many files the app has, and how many of them are not on this tablet. */
export interface WholeApp {
  files: number
  missing: number
}

/**
 * Whether every file of the app is in the cache: screens, exporters and fonts. What is missing, and cannot be of another version
 * since its name says what is in it, is fetched.
 */
export async function wholeApp(cache: Cache, wanted: readonly string[]): Promise<WholeApp> {
  const here = new Set((await cache.keys()).map(({ url }) => url))
  const lacking = wanted.filter((url) => !here.has(url))
  const fetched = await Promise.all(lacking.map((url) => fetchInto(cache, url)))
  return { files: wanted.length, missing: fetched.filter((isHere) => !isHere).length }
}

async function fetchInto(cache: Cache, url: string): Promise<boolean> {
  if (!new URL(url).pathname.startsWith('/assets/')) return false
  try {
    const response = await fetch(url)
    if (!response.ok) return false
    await cache.put(url, response)
    return true
  } catch (error) {
    console.warn('A file of the app is not on this tablet.', url, error)
    return false
  }
}
