import { useTranslation } from 'react-i18next'
import { Loading, Skeleton } from '../../ui/skeleton'

/** The placeholder of an answer. */
export function TurnSkeleton() {
  return (
    <div aria-hidden="true" className="grid grid-cols-[28px_minmax(0,1fr)] gap-3">
      <Skeleton width={28} height={28} className="rounded-full" />
      <div className="grid gap-2.5 pt-1">
        <Skeleton width={90} />
        <Skeleton width="94%" />
        <Skeleton width="61%" />
      </div>
    </div>
  )
}

/** The placeholder of the conversation. */
export function ThreadSkeleton() {
  const { t } = useTranslation('mate')
  return (
    <Loading label={t('loading')} className="flex min-h-0 flex-1 flex-col overflow-hidden px-6 pb-2 max-md:px-4">
      <div className="mx-auto mt-auto grid w-full max-w-measure gap-[22px]">
        <TurnSkeleton />
        <Skeleton width="44%" height={42} className="justify-self-end rounded-[14px]" />
        <TurnSkeleton />
      </div>
    </Loading>
  )
}
