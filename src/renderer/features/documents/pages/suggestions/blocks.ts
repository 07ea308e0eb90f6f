import type { Editor, Range } from '@tiptap/core'
import i18next from 'i18next'
import {
  AtSign,
  ChartLine,
  Heading1,
  Heading2,
  Heading3,
  Image,
  Link2,
  List,
  ListOrdered,
  ListTodo,
  Minus,
  Pilcrow,
  Quote,
  SquareCode,
  Table,
} from 'lucide-react'
import type { Icon } from '../../../../ui/icon'
import { nameKey } from '../../../../ui/name-key'
import type { Offer } from './offer'

type Chain = ReturnType<Editor['chain']>

interface Block {
  id: string
  label: () => string
  icon: Icon
  /** Other words for it, as people know it from markdown and from other programs. */
  alias: string
  /** What one types in markdown instead. */
  hint?: string
  put: (chain: Chain) => Chain
}

type Name = 'text' | 'bulletList' | 'orderedList' | 'taskList' | 'table' | 'blockquote' | 'codeBlock' | 'rule'
const named = (name: Name) => i18next.t(`documents:editor.${name}`)
const heading = (level: 1 | 2 | 3, icon: Icon): Block => ({
  id: `heading-${level}`,
  label: () => i18next.t('documents:editor.heading', { level }),
  icon,
  alias: `h${level} title`,
  hint: '#'.repeat(level),
  put: chain => chain.setHeading({ level }),
})

const blocks: readonly Block[] = [
  { id: 'text', label: () => named('text'), icon: Pilcrow, alias: 'paragraph', put: chain => chain.setParagraph() },
  heading(1, Heading1),
  heading(2, Heading2),
  heading(3, Heading3),
  {
    ...{ id: 'bullets', label: () => named('bulletList'), icon: List, alias: 'ul list', hint: '-' },
    put: chain => chain.toggleBulletList(),
  },
  {
    ...{ id: 'numbers', label: () => named('orderedList'), icon: ListOrdered, alias: 'ol list', hint: '1.' },
    put: chain => chain.toggleOrderedList(),
  },
  {
    ...{ id: 'tasks', label: () => named('taskList'), icon: ListTodo, alias: 'todo task list', hint: '[ ]' },
    put: chain => chain.toggleTaskList(),
  },
  {
    ...{ id: 'table', label: () => named('table'), icon: Table, alias: 'grid' },
    put: chain => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  {
    ...{ id: 'quote', label: () => named('blockquote'), icon: Quote, alias: 'citation', hint: '>' },
    put: chain => chain.toggleBlockquote(),
  },
  {
    ...{ id: 'code', label: () => named('codeBlock'), icon: SquareCode, alias: 'pre', hint: '```' },
    put: chain => chain.toggleCodeBlock(),
  },
  {
    ...{ id: 'rule', label: () => named('rule'), icon: Minus, alias: 'line hr', hint: '---' },
    put: chain => chain.setHorizontalRule(),
  },
  {
    ...{ id: 'mention', label: () => i18next.t('pages:mention.label'), icon: AtSign, alias: 'person', hint: '@' },
    put: chain => chain.insertContent('@'),
  },
  {
    ...{ id: 'link', label: () => i18next.t('pages:link.label'), icon: Link2, alias: 'document log', hint: '[[' },
    put: chain => chain.insertContent('[['),
  },
  {
    ...{ id: 'graph', label: () => i18next.t('pages:graph.label'), icon: ChartLine, alias: 'chart plot', hint: '{{' },
    put: chain => chain.insertContent('{{'),
  },
]

const fits = (words: string, label: string, alias: string) =>
  nameKey(label).includes(words) || nameKey(alias).includes(words)

/** Whether a name begins with the words; it is offered before those that only contain them, as a paragraph does a graph. */
const begins = (words: string, { label }: Block) => words !== '' && nameKey(label()).startsWith(words)

/** What `/` offers. A picture is chosen from the files of the device. */
export function blocksFor(typed: string, pickPicture: (editor: Editor) => void): Offer[] {
  const words = nameKey(typed)
  const offers = blocks
    .filter(({ label, alias }) => fits(words, label(), alias))
    .toSorted((one, other) => Number(begins(words, other)) - Number(begins(words, one)))
    .map(({ id, label, icon, hint, put }): Offer => {
      const choose = (on: Editor, range: Range) => void put(on.chain().focus().deleteRange(range)).run()
      return { id, label: label(), icon, hint, choose }
    })
  const picture: Offer = {
    ...{ id: 'picture', label: i18next.t('pages:picture.label'), icon: Image },
    choose(on, range) {
      on.chain().focus().deleteRange(range).run()
      pickPicture(on)
    },
  }
  const isPicture = fits(words, picture.label, 'image photo')
  const place = Math.max(
    0,
    offers.findIndex(({ id }) => id === 'rule'),
  )
  return isPicture ? offers.toSpliced(place, 0, picture) : offers
}
