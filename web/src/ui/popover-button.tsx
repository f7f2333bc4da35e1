import { useRef, useState, type ReactNode } from 'react'
import { overlay } from './overlay.tsx'
import './popover.css'

export interface PopoverButtonProps {
  /** Accessible name of the button. */
  label: string
  /** The button's content. */
  children: ReactNode
  panel: ReactNode | ((close: () => void) => ReactNode)
  panelLabel: string
  className?: string
}

export const PopoverPanel = overlay(async () => (await import('./popover-panel.tsx')).PopoverPanel)

export function PopoverButton({ label, children, panel, panelLabel, className }: PopoverButtonProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        ref={button}
        className={className ?? 'popover-button'}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <PopoverPanel trigger={button} label={panelLabel} onClose={close}>
          {typeof panel === 'function' ? panel(close) : panel}
        </PopoverPanel>
      )}
    </>
  )
}
