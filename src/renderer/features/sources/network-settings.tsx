import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CameraNetworks, listCameraNetworks, revokeCameraNetwork } from '#shared/contract/sources/camera-tests'
import { useErrorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import type { Failure } from '../../platform/failure'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Skeleton } from '../../ui/skeleton'
import { toast } from '../../ui/toast'
import { useOrganisation } from '../organisations/store'

/** The private networks in which the workspace may have cameras, each of which can be revoked. */
export function NetworkSettings() {
  const { t } = useTranslation(['sources', 'administration'])
  const errorText = useErrorText()
  const format = useFormat()
  const isOwner = useOrganisation()?.org_role === 'owner'
  const [known, setKnown] = useState<CameraNetworks | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [revoking, setRevoking] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    void call(listCameraNetworks, {}).then(outcome => {
      if (isOver) return
      if (outcome.ok) setKnown(outcome.data)
      else setFailure(outcome)
    })
    return () => {
      isOver = true
    }
  }, [])

  async function revoke(network: string): Promise<string | null> {
    const outcome = await call(revokeCameraNetwork, { network })
    if (!outcome.ok) return errorText(outcome)
    setKnown(outcome.data)
    setRevoking(null)
    toast.success(t('network.revoked', { network }))
    return null
  }

  const mayRevoke = isOwner || known?.may_allow === true
  const networks = known?.networks ?? []
  const fixed = known?.by_settings ?? []
  return (
    <section aria-labelledby="camera-networks" className="flex flex-col gap-2 border-t border-line pt-5">
      <h2 id="camera-networks" className="text-md font-semibold">
        {t('network.title')}
      </h2>
      <p className="text-sm text-muted">{t('network.text')}</p>
      {failure && (
        <p role="alert" className="text-sm text-danger-ink">
          {errorText(failure)}
        </p>
      )}
      {mayRevoke && (
        <MenuActions
          entries={networks.map(({ network }) => ({
            label: t('network.revokeOf', { network }),
            needsServer: true,
            onSelect: () => setRevoking(network),
          }))}
          group={t('administration:section.general')}
        />
      )}
      {/* As high as one network, before and after it is known that there is one. */}
      <div className="min-h-[52px] max-md:min-h-[70px]">
        {!known && !failure && <Skeleton width="40%" />}
        {known && networks.length + fixed.length === 0 && <p className="text-sm">{t('network.none')}</p>}
        {networks.length + fixed.length > 0 && (
          <ul aria-labelledby="camera-networks" className="divide-y divide-line">
            {networks.map(({ network, allowed_by, allowed_at }) => (
              <li key={network} className="flex flex-wrap items-center gap-2 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block font-mono text-sm wrap-anywhere">{network}</span>
                  <span className="block text-sm text-muted">
                    {allowed_by === null
                      ? format.day(allowed_at)
                      : t('network.allowedBy', { name: allowed_by, day: format.day(allowed_at) })}
                  </span>
                </span>
                {mayRevoke && (
                  <Button
                    needsServer
                    size="sm"
                    aria-label={t('network.revokeOf', { network })}
                    onClick={() => setRevoking(network)}
                  >
                    {t('network.revoke')}
                  </Button>
                )}
              </li>
            ))}
            {fixed.map(network => (
              <li key={`fixed ${network}`} className="py-2">
                <span className="block font-mono text-sm wrap-anywhere">{network}</span>
                <span className="block text-sm text-muted">{t('network.bySettings')}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {revoking && (
        <ConfirmDialog
          danger
          title={t('network.revokeTitle', { network: revoking })}
          text={t('network.revokeText')}
          confirmLabel={t('network.revoke')}
          cancelLabel={t('network.keep')}
          closeLabel={t('network.keep')}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </section>
  )
}
