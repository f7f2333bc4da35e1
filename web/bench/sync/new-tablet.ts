import { openTablet, type Tablet } from '../../e2e/browser.ts'

/** Does something on a browser of its own with an empty disk, which is gone afterwards, whatever happened. */
export async function onNewTablet(work: (tablet: Tablet) => Promise<void>): Promise<void> {
  const tablet = await openTablet()
  try {
    await work(tablet)
  } finally {
    await tablet.close()
  }
}
