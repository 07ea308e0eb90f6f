import { type Editor, Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { ReactRenderer } from '@tiptap/react'
import { Suggestion, type SuggestionProps } from '@tiptap/suggestion'
import type { Offer } from './offer'
import { OfferList } from './offer-list'

/** The signs that offer something in a page, and what they offer; the list of shortcuts explains each. */
export const pageSigns = { '/': 'block', '@': 'mention', '[[': 'link', '{{': 'graph' } as const

interface Options {
  name: string
  /** What opens the list, at the beginning of a word. */
  char: keyof typeof pageSigns
  label: () => string
  /** Whether the words of a name may follow. */
  hasSpaces: boolean
  offers: (words: string, signal: AbortSignal) => readonly Offer[] | Promise<readonly Offer[]>
}

/** Offers something while a person types behind a character. It is chosen by key or pointer. */
export const suggest = ({ name, char, label, hasSpaces, offers }: Options) =>
  Extension.create({
    name,
    addProseMirrorPlugins() {
      return [
        Suggestion<Offer, Offer>({
          editor: this.editor,
          pluginKey: new PluginKey(name),
          char,
          allowSpaces: hasSpaces,
          items: async ({ query, signal }) => [...(await offers(query, signal))],
          allow: ({ state, range }) => !state.doc.resolve(range.from).parent.type.spec.code,
          command: ({ editor, range, props }) => props.choose(editor, range),
          render: () => new List(`${name}-list`, label),
        }),
      ]
    },
  })

/** The list beside the caret. */
class List {
  #renderer: ReactRenderer | null = null
  #unmount: () => void = () => undefined
  #props: SuggestionProps<Offer, Offer> | null = null
  #active = 0

  constructor(
    private readonly id: string,
    private readonly label: () => string,
  ) {}

  onStart = (props: SuggestionProps<Offer, Offer>): void => {
    this.#props = props
    this.#active = 0
    this.#renderer = new ReactRenderer(OfferList, { editor: props.editor, props: this.#shown() })
    this.#renderer.element.classList.add('z-popover')
    this.#unmount = props.mount(this.#renderer.element)
    this.#describe(props.editor)
  }

  onUpdate = (props: SuggestionProps<Offer, Offer>): void => {
    if (props.query !== this.#props?.query) this.#active = 0
    this.#props = props
    this.#show()
  }

  onKeyDown = ({ event }: { event: KeyboardEvent }): boolean => {
    const { items = [], command } = this.#props ?? {}
    const offer = items[this.#active]
    if (!offer || event.isComposing) return false
    if (event.key === 'ArrowDown') this.#move(1)
    else if (event.key === 'ArrowUp') this.#move(-1)
    else if (event.key === 'Enter' || event.key === 'Tab') command?.(offer)
    else return false
    return true
  }

  onExit = ({ editor }: SuggestionProps<Offer, Offer>): void => {
    this.#unmount()
    this.#renderer?.destroy()
    this.#renderer = null
    this.#props = null
    this.#describe(editor)
  }

  #move(by: number): void {
    const count = this.#props?.items.length ?? 1
    this.#active = (this.#active + by + count) % count
    this.#show()
  }

  #show(): void {
    this.#active = Math.min(this.#active, Math.max(0, (this.#props?.items.length ?? 0) - 1))
    this.#renderer?.updateProps(this.#shown())
    if (this.#props) this.#describe(this.#props.editor)
  }

  #shown() {
    const offers = this.#props?.items ?? []
    const onPick = (offer: Offer) => this.#props?.command(offer)
    return { id: this.id, label: this.label(), offers, active: this.#active, onPick }
  }

  /** Tells assistive technology which option is chosen, while the text has the focus. */
  #describe({ view }: Editor): void {
    const isShown = (this.#props?.items.length ?? 0) > 0
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-controls': this.id,
      'aria-activedescendant': `${this.id}-${this.#active}`,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (isShown) view.dom.setAttribute(name, value)
      else view.dom.removeAttribute(name)
    }
  }
}
