import type { Page } from 'playwright-core'

interface Picture {
  src: string
  sizes: string
}

interface Manifest {
  icons: Picture[]
  screenshots: Picture[]
  shortcuts: { url: string; icons: Picture[] }[]
}

/** Everything that keeps this browser from installing the app, or that it or we find wrong with the manifest; empty when good. */
export async function installFaults(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  const { url, errors, data } = await devtools.send('Page.getAppManifest')
  await devtools.detach()
  const served = await page.request.get(url)
  const { 'content-type': type, 'cache-control': kept } = served.headers()
  const manifest = JSON.parse(data ?? 'null') as Manifest
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ]
  return [
    ...installabilityErrors.map(({ errorId }) => errorId),
    ...errors.map(({ message }) => message),
    ...(type?.startsWith('application/manifest+json') === true ? [] : [`the manifest is served as ${type}`]),
    ...(kept === 'no-cache' ? [] : [`the manifest is kept: ${kept}`]),
    ...(await page.evaluate(wrongSizes, pictures)),
  ]
}

/** In the page: pictures that are missing, or of another size than the manifest says. */
async function wrongSizes(pictures: Picture[]): Promise<string[]> {
  const measured = pictures.map(async ({ src, sizes }) => {
    const image = new Image()
    image.src = src
    await image.decode().catch(() => undefined)
    const size = `${image.naturalWidth}x${image.naturalHeight}`
    return image.naturalWidth > 0 && (sizes === 'any' || sizes === size)
      ? []
      : [`${src} is ${size}, not ${sizes}`]
  })
  return (await Promise.all(measured)).flat()
}
