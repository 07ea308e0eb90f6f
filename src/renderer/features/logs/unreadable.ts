import i18next from 'i18next'
import { withNamespaces } from '../../i18n/languages'
import { type Mutation, unreadable } from '../../platform/mutation-queue/mutation'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { saveFile } from '../../platform/save-file'
import { toast } from '../../ui/toast'

const offered = new Set<string>()

/**
 * Offers to save as a file what another version of the app left unsent and this one cannot read. It stays on the device
 * until then.
 */
export function offerUnreadable(): void {
  const look = () => {
    for (const mutation of useMutations.getState().mutations) {
      if (mutation.failure?.code !== unreadable || offered.has(mutation.id)) continue
      offered.add(mutation.id)
      void offer(mutation)
    }
  }
  look()
  useMutations.subscribe(look)
}

async function offer({ id, kind, made_at, input }: Mutation): Promise<void> {
  await withNamespaces('logs', Promise.resolve())
  const content = JSON.stringify({ kind, made_at: new Date(made_at).toISOString(), input }, null, 2)
  const save = () => {
    saveFile(`wheelhouse-${id}.json`, new Blob([content], { type: 'application/json' }))
    void mutationQueue().discard(id)
  }
  toast.failure(i18next.t('logs:unreadable.title'), {
    text: i18next.t('logs:unreadable.text'),
    action: { label: i18next.t('logs:unreadable.save'), onPress: save },
    key: `unreadable.${id}`,
  })
}
