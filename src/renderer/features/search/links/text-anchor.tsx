import { type ComponentProps, Suspense } from 'react'
import { referenceFrom } from '#shared/page/references'
import { withNamespaces } from '../../../i18n/languages'
import { lazyComponent } from '../../../ui/lazy-component'
import { SafeLink } from '../../../ui/safe-link'

const TextLink = lazyComponent(async () => (await withNamespaces('pages', import('./text-link'))).TextLink)

/**
 * A link in a text. One to a document, log or task of the workspace is shown by the present name of its target, as far as
 * the reader may see that, and never by the words that stand in the text.
 */
export function TextAnchor({ href = '', children }: ComponentProps<'a'>) {
  const reference = referenceFrom(href)
  if (!reference) return <SafeLink href={href}>{children}</SafeLink>
  // People have no page of their own.
  if (reference.kind === 'person') return <strong className="font-medium">{children}</strong>
  return (
    <Suspense fallback={<span className="text-muted">…</span>}>
      <TextLink reference={reference} />
    </Suspense>
  )
}
