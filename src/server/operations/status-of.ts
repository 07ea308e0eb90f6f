/** How long doctor waits for another service, in milliseconds. */
export const answersWithin = 5_000

/** The status that an address answers with. Rejects if it does not answer in time. */
export async function statusOf(
  address: URL,
  { authorization, ...request }: { authorization?: string | undefined; method?: 'POST' } = {},
): Promise<number> {
  const response = await fetch(address, {
    ...request,
    headers: authorization ? { authorization } : {},
    redirect: 'manual',
    signal: AbortSignal.timeout(answersWithin),
  })
  await response.body?.cancel()
  return response.status
}
