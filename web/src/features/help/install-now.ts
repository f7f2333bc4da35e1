import { askToInstall } from '../../data/device/install-prompt.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { installText as text } from './install-text.ts'

/** Puts the browser's own question, and says so where it was declined. */
export async function installNow(): Promise<void> {
  try {
    if (!(await askToInstall())) showToast({ text: text.declined })
  } catch (error) {
    console.error(error)
    showToast({ text: text.declined, kind: 'attention' })
  }
}
