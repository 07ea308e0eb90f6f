import type { Editor } from '@tiptap/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { PageThread } from '#shared/contract/documents/page-comments'
import { Button } from '../../../../ui/button'
import { LoadMore } from '../../../../ui/load-more'
import { useDeleted } from '../../../undo/store'
import { SideSection } from '../side/side-section'
import { useSettled } from '../side/use-settled'
import { CommentField } from './comment-field'
import { rangeOf, showPassages } from './passages'
import { ThreadCard } from './thread-card'
import { followThreads, nameOfList, useAtPassage, useThreads } from './threads'

interface Props {
  editor: Editor
  doc_id: number
  mayWrite: boolean
  managed: boolean
}

const none: readonly PageThread[] = []
const stateOf = ({ state }: Editor) => state

/** The comments on passages of a page, in the order of the passages; resolved ones on request. */
export function Comments({ editor, doc_id, mayWrite, managed }: Props) {
  const { t } = useTranslation('pages')
  const [isResolved, setResolved] = useState(false)
  const list = useThreads(state => state.lists[nameOfList({ doc_id, is_resolved: isResolved })])
  const hasResolved = useThreads(
    state => (state.lists[nameOfList({ doc_id, is_resolved: true })]?.items.length ?? 0) > 0,
  )
  const draft = useAtPassage(state => (state.draft?.doc_id === doc_id ? state.draft : null))
  const active = useAtPassage(state => state.active)
  const threads = useUndeleted(list?.items ?? none)
  useEffect(() => followThreads(doc_id), [doc_id])
  useEffect(() => () => useAtPassage.setState({ draft: null, active: null }), [])
  useEffect(
    () => showPassages(editor, { threads: isResolved ? none : threads, active }),
    [editor, threads, isResolved, active],
  )
  useNamedComment(threads)
  const settled = useSettled(editor, stateOf)
  const placed = threads
    .map(thread => ({ thread, range: rangeOf(settled, thread.passage) }))
    .sort((a, b) => (a.range?.from ?? Number.MAX_SAFE_INTEGER) - (b.range?.from ?? Number.MAX_SAFE_INTEGER))

  function show({ thread_id, passage }: PageThread) {
    useAtPassage.getState().look(thread_id)
    const range = rangeOf(editor.state, passage)
    if (!range) return
    const { node } = editor.view.domAtPos(range.from)
    const element = node instanceof Element ? node : node.parentElement
    element?.scrollIntoView({ block: 'center' })
  }
  if (!draft && threads.length === 0 && !hasResolved) return null
  return (
    <SideSection title={t('comments.title')}>
      <div className="flex flex-col gap-2">
        {draft && (
          <div className="flex flex-col gap-2 rounded-md border border-accent bg-surface-1 p-3">
            <p className="line-clamp-2 border-l-2 border-strong pl-2 text-xs text-muted">{draft.quote}</p>
            <CommentField
              label={t('comments.write')}
              submitLabel={t('comments.send')}
              draft={`page.comment.${doc_id}`}
              autoFocus
              onSubmit={written => useThreads.getState().comment({ ...draft, ...written })}
              onClose={() => useAtPassage.getState().end()}
            />
          </div>
        )}
        {placed.map(({ thread, range }) => (
          <ThreadCard
            key={thread.thread_id}
            thread={thread}
            isThere={range !== null}
            mayWrite={mayWrite}
            managed={managed}
            onShow={() => show(thread)}
          />
        ))}
        {list && (
          <LoadMore
            label={t('comments.more')}
            failedText={t('comments.moreFailed')}
            state={list.more}
            next={list.next}
            onMore={() => useThreads.getState().loadMore({ doc_id, is_resolved: isResolved })}
          />
        )}
        {(hasResolved || isResolved) && (
          <Button size="sm" variant="quiet" aria-pressed={isResolved} onClick={() => setResolved(!isResolved)}>
            {t(isResolved ? 'comments.showOpen' : 'comments.showResolved')}
          </Button>
        )}
      </div>
    </SideSection>
  )
}

/** Returns threads without the comments that the person deleted. */
function useUndeleted(threads: readonly PageThread[]): readonly PageThread[] {
  const deleted = useDeleted('page.comment')
  return useMemo(() => {
    if (deleted.size === 0) return threads
    return threads
      .map(thread => ({
        ...thread,
        comments: thread.comments.filter(({ comment_id }) => !deleted.has(String(comment_id))),
      }))
      .filter(({ comments }) => comments.length > 0)
  }, [threads, deleted])
}

/** Looks at the comment that the address names, as the link of a notification does. */
function useNamedComment(threads: readonly PageThread[]): void {
  const [query] = useSearchParams()
  const named = Number(query.get('comment') ?? 0)
  const thread_id = threads.find(({ comments }) => comments.some(({ comment_id }) => comment_id === named))?.thread_id
  useEffect(() => {
    if (thread_id !== undefined) useAtPassage.getState().look(thread_id)
  }, [thread_id])
}
