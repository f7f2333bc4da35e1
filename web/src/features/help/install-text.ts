import type { InstallWay } from '../../data/device/install-way.ts'

const share = (where: string) => [
  `Press the Share button ${where}.`,
  'Scroll down and press “Add to Home Screen”.',
  'Press “Add”. Open the app from the home screen from now on, and log in there.',
]

export const installText = {
  why: 'An app on the home screen opens with one press, fills the screen, and keeps its data on this device.',
  whyKept:
    'A browser may delete a page’s data when space runs out, and Safari does so after seven days without a visit. It leaves an app on the home screen alone. What you saved but have not sent yet is in that data until it is sent.',
  steps: {
    done: [],
    ask: ['Press INSTALL, and agree when the browser asks.'],
    'share-ipad': share('at the top, beside the address'),
    'share-iphone': share('at the bottom of the screen, or behind the three dots'),
    'menu-android': [
      'Open the menu of the browser: the three dots at the top.',
      'Press “Add to Home screen” or “Install app”.',
    ],
    'menu-samsung': [
      'Open the menu of the browser: the three lines at the bottom.',
      'Press “Add page to”, then “Home screen”.',
    ],
    'menu-firefox-android': [
      'Open the menu of the browser: the three dots.',
      'Press “Add app to Home screen” or “Install”.',
    ],
    'address-bar': [
      'Press the install button at the right end of the address bar, or open the menu of the browser.',
      'Choose “Install”.',
    ],
    'dock-mac': ['Open the File menu.', 'Choose “Add to Dock”.'],
    none: [
      'This browser cannot install apps. Open the same address in Chrome, Edge or Safari to install it there.',
    ],
  } satisfies Record<InstallWay, readonly string[]>,
  here: 'On this device',
  others: 'On other devices',
  otherDevices: {
    'share-ipad': 'iPad',
    'share-iphone': 'iPhone',
    'menu-android': 'Android tablet or phone, Chrome',
    'address-bar': 'Computer, Chrome or Edge',
  },
  done: 'This is the installed app. Nothing more to do.',
  install: 'INSTALL',
  declined: 'The app was not installed. You can install it from the browser’s menu at any time.',
  moveHeading: 'Before you move from the browser to the home screen',
  move: 'On iPad and iPhone, the app on the home screen has its own storage. Wait until the status at the top says “All sent”, log out here, and log in once in the app.',
  offer: 'Put this app on the home screen',
  offerText: 'This protects the data on this device.',
  how: 'SHOW HOW',
} as const
