import { platformName } from './platform-name.ts'
import { browserNames } from './platform-text.ts'

/**
 * How the app comes to this device's home screen: `done` it is there, `ask` the browser installs it at a press here; else by
 * the browser's own menu, named by where that stands; `none` where the browser installs no web app.
 */
export type InstallWay =
  | 'done'
  | 'ask'
  | 'share-ipad'
  | 'share-iphone'
  | 'menu-android'
  | 'menu-samsung'
  | 'menu-firefox-android'
  | 'address-bar'
  | 'dock-mac'
  | 'none'

export interface InstallFacts {
  agent: string
  touchPoints: number
  /** It runs in a window of its own. */
  standalone: boolean
  /** The browser has handed over its question. */
  canAsk: boolean
}

/** On iPad and iPhone every browser is Safari within, and shares to the home screen. */
export function installWay({ agent, touchPoints, standalone, canAsk }: InstallFacts): InstallWay {
  if (standalone) return 'done'
  if (canAsk) return 'ask'
  const [browser = '', system = ''] = platformName(agent, touchPoints).split(' on ')
  if (system === 'iPad') return 'share-ipad'
  if (system === 'iPhone') return 'share-iphone'
  if (system === 'Android') {
    if (browser === browserNames.firefox) return 'menu-firefox-android'
    return browser === browserNames.samsung ? 'menu-samsung' : 'menu-android'
  }
  if (system === 'Mac' && browser === browserNames.safari) return 'dock-mac'
  return browser === browserNames.chrome || browser === browserNames.edge ? 'address-bar' : 'none'
}
