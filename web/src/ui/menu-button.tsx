import { useRef, useState, type ReactNode } from 'react'
import type { MenuChoice } from './menu-panel.tsx'
import { overlay } from './overlay.tsx'
import './popover.css'

export interface MenuButtonProps<Id extends string> {
  label: string
  children: ReactNode
  items: readonly MenuChoice<Id>[]
  onAction: (id: Id) => void
  className?: string
  /** Its choices stand in pairs, but for the first and what does harm: a long menu is seen whole. */
  inPairs?: boolean
}

export const MenuPanel = overlay(async () => (await import('./menu-panel.tsx')).MenuPanel)

export function MenuButton<Id extends string>(props: MenuButtonProps<Id>) {
  const { label, children, items, onAction, className = 'icon-button', inPairs = false } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        type="button"
        ref={button}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </button>
      {open && (
        <MenuPanel
          trigger={button}
          label={label}
          items={items}
          inPairs={inPairs}
          onClose={() => setOpen(false)}
          onAction={(id) => {
            const item = items.find((one) => one.id === id)
            if (item !== undefined) onAction(item.id)
          }}
        />
      )}
    </>
  )
}
