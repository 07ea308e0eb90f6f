import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'
import { WheelMark } from '../ui/wheel-mark'

/** The error screen of the whole app, with the texts of [2.21a, 2.21b]. */
export function ErrorScreen({ title, text, onTryAgain }: { title?: string; text?: string; onTryAgain: () => void }) {
  const { t } = useTranslation()
  return (
    <main
      role="alert"
      className="grid h-full min-h-0 flex-1 place-items-center overflow-y-auto bg-surface-1 p-5 text-center"
    >
      <div className="flex max-w-[420px] flex-col items-center">
        <WheelInWater />
        <h1 className="mt-4 text-2xl font-semibold tracking-tight text-balance">{title ?? t('failed.title')}</h1>
        <p className="mt-2 max-w-[340px] text-balance text-muted">{text ?? t('failed.text')}</p>
        <div className="mt-5">
          <Button variant="primary" size="lg" icon={RefreshCw} onClick={onTryAgain}>
            {t('action.tryAgain')}
          </Button>
        </div>
      </div>
    </main>
  )
}

function WheelInWater() {
  return (
    <span className="relative block h-[108px] w-[150px] text-accent">
      <WheelMark size={92} strokeWidth={0.6} className="absolute top-0 left-[29px] rotate-[14deg]" />
      <svg
        aria-hidden="true"
        viewBox="0 0 150 24"
        width={150}
        height={24}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        className="absolute bottom-0 left-0 text-strong"
      >
        <path d="M15 8c10-8 20-8 30 0s20 8 30 0 20-8 30 0 20 8 30 0" />
        <path d="M36 20c7-4 14-4 21 0M96 20c7-4 14-4 21 0" opacity={0.6} />
      </svg>
    </span>
  )
}
