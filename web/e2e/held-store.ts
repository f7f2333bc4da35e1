import type { Page } from 'playwright-core'

/** No record of the clinic's store can be read on this page until the test lets go, as on a tablet that is busy. */
export async function holdStore(page: Page, held: string): Promise<() => Promise<void>> {
  await page.evaluate(async (name) => {
    const clinic = (await indexedDB.databases()).find((one) => one.name?.startsWith('clinic-'))
    if (clinic?.name === undefined) throw new Error('There is no clinic on this tablet.')
    const opening = indexedDB.open(clinic.name)
    await new Promise((opened) => opening.addEventListener('success', opened))
    let over = false
    Object.assign(window, { letGo: () => (over = true) })
    const store = opening.result.transaction(name, 'readwrite').objectStore(name)
    await new Promise((begun) => {
      const hold = (event?: Event) => {
        if (event !== undefined) begun(event)
        if (over) opening.result.close()
        else store.count().addEventListener('success', hold)
      }
      hold()
    })
  }, held)
  return () => page.evaluate('letGo()')
}

/** Gives, once no more than `left` dialogs are open, whether this was there at that very moment. */
export async function isThereWhenGone(
  page: Page,
  wanted: string,
  left: number,
): Promise<() => Promise<boolean>> {
  await page.evaluate(
    ({ selector, most }) => {
      const whenGone = new Promise((gone) => {
        new MutationObserver((_, watcher) => {
          if (document.querySelectorAll('[role=dialog]').length > most) return
          watcher.disconnect()
          gone(document.querySelector(selector) !== null)
        }).observe(document.body, { childList: true, subtree: true })
      })
      Object.assign(window, { whenGone })
    },
    { selector: wanted, most: left },
  )
  return () => page.evaluate<boolean>('whenGone')
}
