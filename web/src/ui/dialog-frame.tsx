import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import './dialog.css'
import { useEscapeKey } from './escape-key.ts'
import { guardedWhenGone } from './press-guard.ts'
import { openWithToastRoom } from './toast-room.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface DialogFrameProps {
  /** It asks for an answer before anything else goes on. */
  alert?: boolean
  size: 'small' | 'normal' | 'wide' | 'tall' | 'full' | 'room'
  outsideCloses: boolean
  onClose: () => void
  children: ReactNode
}

function opened(element: Element | null) {
  if (element !== null) openWithToastRoom()
  return guardedWhenGone(element)
}

/** The overlay that traps the focus; its heading must have `slot="title"`. */
export function DialogFrame({ alert = false, size, outsideCloses, onClose, children }: DialogFrameProps) {
  useFocusReturn()
  useEscapeKey(onClose)
  return (
    <ModalOverlay
      ref={opened}
      className={`overlay overlay-${size}`}
      isOpen
      isDismissable={outsideCloses}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={`modal modal-${size}`}>
        <Dialog role={alert ? 'alertdialog' : 'dialog'} className="dialog">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
