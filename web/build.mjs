// Builds the app. How small a shared chunk must be to be joined with another is tried from the best size on: the bundler sometimes
// joins chunks so that they import each other, and that is no build (`chunk-cycles.ts`).
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Bytes; the last joins nothing. */
const SIZES = [6000, 5000, 7000, 4000, 8000, 3000, 2000, 0]
const root = fileURLToPath(new URL('.', import.meta.url))
const isRing = (error) => String(error?.message).includes('Chunks import each other')

for (const size of SIZES) {
  process.env.JOINED_BELOW = String(size)
  try {
    await build({ root, configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)) })
    break
  } catch (error) {
    if (!isRing(error) || size === SIZES.at(-1)) throw error
    console.log(`Chunks below ${size} bytes cannot be joined; the next size is tried.`)
  }
}
