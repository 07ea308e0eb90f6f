import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type RefObject, useCallback, useId, useRef } from 'react'
import { cx } from './cx'
import type { Entry as MenuEntry, MenuLooks } from './menu-entry'
import { POPUP_BOX, POPUP_ITEM } from './popup-styles'
import { awayAttributes, useServerAway } from './server-away'
import { focusAfterClose, pressedAnchor } from './use-popup'

type Choice = Extract<MenuEntry, { kind: 'choice' }>
type TogglesEntry = Extract<MenuEntry, { kind: 'toggles' }>
type Action = Exclude<MenuEntry, { kind: 'separator' | 'choice' | 'toggles' }>

function Content({ entry, noteId }: { entry: Action; noteId: string }) {
  const { icon: Glyph, leading, label, hint, note } = entry
  return (
    <>
      {leading ?? (Glyph && <Glyph size={16} className={entry.danger ? undefined : 'text-muted'} />)}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {note && (
          <span id={noteId} className="block max-w-64 py-0.5 text-xs text-muted">
            {note}
          </span>
        )}
      </span>
      {hint && <span className="text-xs text-muted">{hint}</span>}
    </>
  )
}

/** Radio items: the checked one is announced, and choosing it again changes nothing. */
function Options({ label, options }: Choice) {
  const id = useId()
  const away = useServerAway()
  return (
    <Menu.RadioGroup
      aria-labelledby={id}
      value={options.findIndex(option => option.checked)}
      onValueChange={(at: number) => options[at]?.onSelect()}
    >
      <div id={id} className="px-2 pt-2 pb-1 text-xs font-semibold text-muted">
        {label}
      </div>
      {options.map((option, at) => (
        <Menu.RadioItem
          key={option.label}
          value={at}
          label={option.label}
          closeOnClick
          {...disabledBy(option, away)}
          className={cx(POPUP_ITEM, 'text-default')}
        >
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          {option.checked && <Check size={16} className="text-accent" />}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

/** Independent checkbox items: the menu stays open for the next one. */
function Toggles({ label, options }: TogglesEntry) {
  const id = useId()
  const away = useServerAway()
  return (
    <Menu.Group aria-labelledby={id}>
      <div id={id} className="px-2 pt-2 pb-1 text-xs font-semibold text-muted">
        {label}
      </div>
      {options.map(option => (
        <Menu.CheckboxItem
          key={option.label}
          label={option.label}
          checked={option.checked}
          {...disabledBy(option, away)}
          onCheckedChange={option.onToggle}
          closeOnClick={false}
          className={cx(POPUP_ITEM, 'text-default')}
        >
          {option.leading}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          <span className="grid size-4 place-items-center">
            {option.checked && <Check size={16} className="text-accent" />}
          </span>
        </Menu.CheckboxItem>
      ))}
    </Menu.Group>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  const away = useServerAway()
  const noteId = useId()
  if (entry.kind === 'separator') return <Menu.Separator className="mx-2 my-1 h-px bg-line" />
  if (entry.kind === 'choice') return <Options {...entry} />
  if (entry.kind === 'toggles') return <Toggles {...entry} />
  const common = {
    label: entry.label,
    ...disabledBy(entry, away),
    className: cx(POPUP_ITEM, entry.danger ? 'text-danger' : 'text-default'),
    closeOnClick: true,
    // Without this, the note would be part of the name.
    ...(entry.note && { 'aria-label': entry.label, 'aria-describedby': noteId }),
  }
  if (entry.href !== undefined) {
    const { disabled: _, ...link } = common
    return (
      <Menu.LinkItem {...link} href={entry.href}>
        <Content entry={entry} noteId={noteId} />
      </Menu.LinkItem>
    )
  }
  return (
    <Menu.Item {...common} onClick={entry.onSelect}>
      <Content entry={entry} noteId={noteId} />
    </Menu.Item>
  )
}

function disabledBy({ disabled, needsServer }: { disabled?: boolean; needsServer?: boolean }, away: string | null) {
  return needsServer && away !== null ? { ...awayAttributes(away), disabled: true } : { disabled }
}

const needsServer = (entry: MenuEntry): boolean => {
  if (entry.kind === 'separator') return false
  return entry.kind === undefined ? entry.needsServer === true : entry.options.some(option => option.needsServer)
}

function keyOf(entry: MenuEntry, at: number): string {
  return entry.kind === 'separator' ? `separator-${at}` : `${entry.label}-${at}`
}

interface Props extends MenuLooks {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  setOpen: (open: boolean) => void
  /** The first entry takes the focus instead of the list. */
  byKeyboard: boolean
}

function focusFirstEntry(popup: HTMLElement | null) {
  // The entries know their places only in the next frame, and the arrow keys start from there.
  requestAnimationFrame(() => {
    popup?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true })
  })
}

/**
 * The popup of menu.tsx. It supports arrow keys, typing a first letter, Home, End and Escape; a press elsewhere closes
 * it.
 */
export function MenuPopup({
  label,
  entries,
  side = 'bottom',
  align = 'start',
  header,
  anchor,
  open,
  setOpen,
  byKeyboard,
}: Props) {
  const away = useServerAway()
  const popup = useRef<HTMLElement>(null)
  const hold = useCallback(
    (element: HTMLElement | null) => {
      // Kept after unmounting, because the focus is decided afterwards.
      if (element) popup.current = element
      if (byKeyboard) focusFirstEntry(element)
    },
    [byKeyboard],
  )
  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(next, details) => {
        if (details.reason === 'outside-press' && pressedAnchor(anchor, details.event)) details.cancel()
        else setOpen(next)
      }}
    >
      <Menu.Portal className="relative z-popover">
        <Menu.Positioner anchor={anchor} side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Menu.Popup
            ref={hold}
            aria-label={label}
            finalFocus={() => focusAfterClose(anchor, popup)}
            className={cx(POPUP_BOX, 'max-h-(--available-height) max-w-80 min-w-50 overflow-y-auto p-1')}
          >
            {header && <div className="border-b border-line px-2 pt-1.5 pb-2 not-last:mb-1">{header}</div>}
            {away !== null && entries.some(needsServer) && (
              <p aria-hidden className="px-2 pt-1.5 pb-1 text-xs text-muted">
                {away}
              </p>
            )}
            {entries.map((entry, at) => (
              <Entry key={keyOf(entry, at)} entry={entry} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
