import type { ReactNode, RefObject } from 'react'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { useEscapeKey } from './escape-key.ts'
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
  inPairs?: boolean
  onClose: () => void
  onAction: (id: string) => void
}

/** While it has no place yet, the page would scroll to where the menu is not. */
const takeFocus = (item: HTMLElement | null): void => item?.focus({ preventScroll: true })

export function MenuPanel({ trigger, label, items, inPairs, onClose, onAction }: MenuPanelProps) {
  useEscapeKey(onClose)
  const first = items.find(({ disabled }) => disabled !== true)
  return (
    <Popover
      ref={guardedWhenGone}
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
        className={inPairs === true ? 'menu menu-pairs' : 'menu'}
        onClose={onClose}
        onAction={(key) => onAction(String(key))}
      >
        {items.map((item) => (
          <MenuItem
            key={item.id}
            // The menu's own `autoFocus` focuses the menu first, while it is empty, and leaves the focus there when it was opened
            // by a click without a pointer: by Enter, by Space, by a screen reader.
            ref={item === first ? takeFocus : undefined}
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
