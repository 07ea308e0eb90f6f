import type { Editor } from '@tiptap/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../platform/format'
import { cx } from '../../../../ui/cx'
import { SideSection } from './side-section'
import { useSettled } from './use-settled'

export interface OutlineHeading {
  text: string
  level: number
  /** Where it is in the text, if nothing was written since. */
  at: number
}

/** The headings of a page in order, without empty ones. */
export function headingsOf({ state: { doc } }: Pick<Editor, 'state'>): OutlineHeading[] {
  const headings: OutlineHeading[] = []
  doc.descendants((node, at) => {
    const text = node.textContent.trim()
    if (node.type.name === 'heading' && text !== '') headings.push({ text, level: Number(node.attrs.level), at })
    return !node.isTextblock
  })
  return headings
}

/** The number of words that a reader sees. */
export function wordsOf({ state: { doc } }: Pick<Editor, 'state'>): number {
  let words = 0
  doc.descendants(node => {
    if (!node.isTextblock) return true
    const text = node.textBetween(0, node.content.size, ' ', leaf => String(leaf.attrs.label ?? ' '))
    words += text.match(/[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu)?.length ?? 0
    return false
  })
  return words
}

const indents = ['', 'pl-5', 'pl-8', 'pl-11']

/** The headings of a page, each of which leads to its place, and how many words the page has. */
export function Outline({ editor }: { editor: Editor }) {
  const { t } = useTranslation('pages')
  const format = useFormat()
  const headings = useSettled(editor, headingsOf)
  const words = useSettled(editor, wordsOf)
  const top = Math.min(...headings.map(({ level }) => level))
  return (
    <>
      {headings.length > 1 && (
        <SideSection title={t('outline.title')} as="nav">
          <ol>
            {headings.map(({ text, level, at }, index) => (
              <li key={at}>
                <button
                  type="button"
                  onClick={() => goTo(editor, headingAt(editor, text, index) ?? at)}
                  className={cx(
                    'block w-full truncate rounded-sm px-2 py-1 text-left text-sm text-muted hover:bg-surface-3 hover:text-default pointer-coarse:min-h-touch',
                    indents[Math.min(level - top, indents.length - 1)],
                  )}
                >
                  {text}
                </button>
              </li>
            ))}
          </ol>
        </SideSection>
      )}
      <p className="px-2 text-xs text-muted tabular-nums">
        {t('outline.words', { count: words, number: format.number(words) })}
      </p>
    </>
  )
}

/** Others may have written since the outline was made, so the heading is looked up again. */
function headingAt(editor: Editor, text: string, index: number): number | undefined {
  const now = headingsOf(editor)
  return (now[index]?.text === text ? now[index] : now.find(heading => heading.text === text))?.at
}

/** Shows a place of the text, and puts the caret there where the person may write. */
export function goTo(editor: Editor, at: number): void {
  const node = editor.view.nodeDOM(at) ?? editor.view.domAtPos(at).node
  const element = node instanceof Element ? node : node.parentElement
  if (editor.isEditable)
    editor
      .chain()
      .setTextSelection(at + 1)
      .focus(undefined, { scrollIntoView: false })
      .run()
  element?.scrollIntoView({ block: 'start' })
}
