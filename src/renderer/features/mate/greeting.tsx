import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MateMark } from '../../ui/mate-mark'
import { useProfile } from '../profile/store'
import { Suggestions } from './suggestions'

interface Props {
  /** Replaces the greeting by name. */
  words?: ReactNode
  suggestions: readonly string[]
  isBusy: boolean
  onPick: (text: string) => void
}

/** An empty conversation: what Mate is for, and how to start. */
export function Greeting({ words, suggestions, isBusy, onPick }: Props) {
  const { t } = useTranslation('mate')
  const name = useProfile(state => state.profile?.user_displayname.trim() ?? '')
  return (
    // Not in the middle: the suggestions come later, and would move what stands above them.
    <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-[24vh] pb-5 max-md:px-4 max-md:pt-[12vh]">
      <div className="mx-auto flex w-full max-w-measure flex-col items-center text-center">
        <MateMark size={44} />
        {words ?? (
          <>
            <h2 className="mt-3 text-xl font-semibold tracking-tight text-balance wrap-anywhere">
              {t('greeting.title', { name })}
            </h2>
            <p className="mt-1 mb-5 max-w-[420px] text-balance text-muted">{t('greeting.text')}</p>
          </>
        )}
        <Suggestions texts={suggestions} isBusy={isBusy} centred onPick={onPick} />
      </div>
    </div>
  )
}
