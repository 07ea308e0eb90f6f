import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { type Extension, gfm } from 'micromark-extension-gfm'
import type { Components, Options } from 'react-markdown'
import { Mention } from './mention'

type RemarkPlugin = Extract<NonNullable<Options['remarkPlugins']>[number], (...args: never[]) => unknown>
type Construct = Extract<NonNullable<Extension['text']>[string], { tokenize: unknown }>

/** What people write in a message without meaning markup: tags, pasted lines that are indented, a line of dashes. */
const unmarked: Extension = { disable: { null: ['htmlFlow', 'htmlText', 'codeIndented', 'setextUnderline'] } }

const codeOfAt = 64

/** Reads an @ and a name as bold text before other marks are, so that a name may contain any character. */
const mentionOf = (name: string): Construct => ({
  name: 'mention',
  tokenize(effects, ok, nok) {
    const text = `@${name}`
    let at = 0
    const next: typeof ok = code => {
      if (code !== text.charCodeAt(at)) return nok(code)
      effects.consume(code)
      at += 1
      if (at < text.length) return next
      effects.exit('data')
      effects.exit('strong')
      return ok
    }
    return code => {
      effects.enter('strong')
      effects.enter('data')
      return next(code)
    }
  },
})

/**
 * Reads the markdown of a message, in which HTML is text. Of two mentioned names that begin alike, the first one in
 * the list counts.
 */
export const readMessage = (mentioned: readonly string[]): RemarkPlugin =>
  function readsMessages() {
    const mentions: Extension = { text: { [codeOfAt]: mentioned.map(mentionOf) } }
    this.parser = text =>
      fromMarkdown(text, { extensions: [gfm(), unmarked, mentions], mdastExtensions: [gfmFromMarkdown()] })
  }

/** The elements that look otherwise in a message. */
export const MESSAGE_ELEMENTS: Components = {
  // The line break behind it in the text is kept.
  br: () => null,
  strong: ({ node, children }) => {
    // A mention has no marks before its text.
    const isMention = node?.position?.start.offset === node?.children[0]?.position?.start.offset
    return isMention ? <Mention>{children}</Mention> : <strong className="font-semibold">{children}</strong>
  },
}
