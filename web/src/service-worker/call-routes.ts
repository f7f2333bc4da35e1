/** Static routing. Not every browser has it, and so the standard library's types do not. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?: (
    rules: {
      condition: { urlPattern: { pathname: string } } | { requestDestination: RequestDestination }
      source: 'fetch-event' | 'network'
    }[],
  ) => Promise<void>
}

/**
 * Lets each call of a page pass this worker by, where the browser can: a call waits for no worker that must start first, and
 * starts none that gave way to a new version. The first rule that fits decides.
 */
export async function passCallsBy(event: RoutingInstallEvent): Promise<void> {
  try {
    await event.addRoutes?.([
      { condition: { urlPattern: { pathname: '/assets/*' } }, source: 'fetch-event' },
      // What the code of a page asks for: fetch and the stream of events. A screen, a script or a picture has a destination.
      { condition: { requestDestination: '' }, source: 'network' },
    ])
  } catch (error) {
    console.warn('Calls go through the service worker: this browser did not take its routes.', error)
  }
}
