import { useEffect, type ReactNode, type RefObject } from 'react'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { guardedWhenGone } from './press-guard.ts'

export interface MenuChoice<Id extends string> {
  id: Id
  label: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
}

export interface MenuPanelProps {
  trigger: RefObject<HTMLButtonElement | null>
  label: string
  items: readonly MenuChoice<string>[]
  onClose: () => void
  onAction: (id: string) => void
}

const FIRST_HAS_FOCUS = { autoFocus: 'first' } as const

export function MenuPanel({ trigger, label, items, onClose, onAction }: MenuPanelProps) {
  useEffect(guardedWhenGone, [])
  return (
    <Popover
      // It calls itself a dialog, which must have a name too.
      aria-label={label}
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
      <Menu
        aria-label={label}
        {...FIRST_HAS_FOCUS}
        className="menu"
        onClose={onClose}
        onAction={(key) => onAction(String(key))}
      >
        {items.map((item) => (
          <MenuItem
            key={item.id}
            id={item.id}
            textValue={item.label}
            isDisabled={item.disabled ?? false}
            className={item.danger === true ? 'menu-item menu-item-danger' : 'menu-item'}
          >
            {item.icon}
            {item.label}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  )
}
