import { useSyncExternalStore } from 'react'
import { onInstallChange, wayToInstall } from '../../data/device/install-prompt.ts'
import type { InstallWay } from '../../data/device/install-way.ts'

/** Changes when the browser hands over its question, and when the app is installed. */
export const useInstallWay = (): InstallWay => useSyncExternalStore(onInstallChange, wayToInstall)
