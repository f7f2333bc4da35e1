import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useEscapeKey } from './escape-key.ts'
import { guardedWhenGone } from './press-guard.ts'

export interface PopoverPanelProps {
  trigger: RefObject<HTMLButtonElement | null>
  label: string
  onClose: () => void
  children: ReactNode
}

export function PopoverPanel({ trigger, label, onClose, children }: PopoverPanelProps) {
  useEscapeKey(onClose)
  return (
    <Popover
      ref={guardedWhenGone}
      triggerRef={trigger}
      placement="bottom end"
      offset={6}
      containerPadding={8}
      className="popover"
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Dialog aria-label={label} className="popover-panel">
        {children}
      </Dialog>
    </Popover>
  )
}
