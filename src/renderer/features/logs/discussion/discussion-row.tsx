import { MessageSquare, SmilePlus } from 'lucide-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/contract/logs/log'
import { ReactionEmoji } from '#shared/contract/reactions'
import { useErrorText } from '../../../i18n/texts'
import { useSession } from '../../../platform/session'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'
import { ReactionChips } from '../../../ui/reaction-chips'
import { toast } from '../../../ui/toast'
import { useDirectory } from '../../organisations/store'
import { DiscussionContext } from './discussion-context'
import { react } from './store'

/** The reactions to a log and how many comments it has, with the ways to add one. */
export function DiscussionRow({ log }: { log: Log }) {
  const { t } = useTranslation('logs')
  const errorText = useErrorText()
  const self = useSession(state => state.userId) ?? 0
  const people = useDirectory(state => state.items)
  const open = useContext(DiscussionContext)
  const { title, comment_count, reactions } = log

  async function toggle(emoji: ReactionEmoji, is_on: boolean) {
    const outcome = await react(log, emoji, is_on)
    if (!outcome.ok) toast.failure(t('discussion.notReacted'), { text: errorText(outcome) })
  }
  const has = (emoji: ReactionEmoji) =>
    reactions.some(reaction => reaction.emoji === emoji && reaction.user_ids.includes(self))
  const namesOf = (ids: readonly number[]) =>
    ids.flatMap(id => people.find(person => person.user_id === id)?.user_displayname ?? []).join(', ')
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
      <ReactionChips
        reactions={reactions}
        self={self}
        label={t('discussion.reactions', { title })}
        nameOf={(emoji, ids) => t('discussion.reaction', { emoji, count: ids.length })}
        titleOf={namesOf}
        onToggle={(emoji, is_on) => void toggle(emoji, is_on)}
      />
      <Menu
        label={t('discussion.react', { title })}
        entries={ReactionEmoji.options.map(emoji => ({
          label: emoji,
          needsServer: true,
          onSelect: () => void toggle(emoji, !has(emoji)),
        }))}
      >
        {trigger => <IconButton {...trigger} icon={SmilePlus} size="sm" label={t('discussion.react', { title })} />}
      </Menu>
      {open && (
        <button
          type="button"
          aria-label={t('discussion.open', { title, count: comment_count })}
          onClick={() => open(log.id)}
          className={cx(
            'inline-flex min-h-6 items-center gap-1 rounded-sm px-1.5 text-xs tabular-nums hover:bg-surface-3 pointer-coarse:min-h-touch',
            comment_count > 0 ? 'font-medium text-accent-ink' : 'text-muted',
          )}
        >
          <MessageSquare size={16} />
          {comment_count > 0 && comment_count}
        </button>
      )}
    </div>
  )
}
