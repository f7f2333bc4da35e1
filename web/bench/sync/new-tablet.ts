import type { Page } from 'playwright-core'
import { enterBarePage, openBarePage } from '../../e2e/bare-page.ts'
import { openTablet, type Tablet } from '../../e2e/browser.ts'
import { newClinic, type World } from './world.ts'

/** Does something on a browser of its own with an empty disk, which is gone afterwards, whatever happened. */
export async function onNewTablet(work: (tablet: Tablet) => Promise<void>): Promise<void> {
  const tablet = await openTablet()
  try {
    await work(tablet)
  } finally {
    await tablet.close()
  }
}

/** A bare page of this tablet, on which the person of a new clinic is signed in; nothing is sent yet. */
export async function signedInPage(tablet: Tablet, world: World): Promise<Page> {
  const clinic = await newClinic(world)
  const page = await openBarePage(tablet.context, world.server.url)
  await enterBarePage(page, world.server.url)
  await page.evaluate(async ({ email, password }) => {
    const entered = await window.client.signIn(email, password)
    if (!entered.ok) throw new Error(entered.message)
  }, clinic)
  return page
}
