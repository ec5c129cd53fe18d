import type { Arguments, Response } from '@outrigger/api/contract'
import { InvalidAllowedIpError } from '../access/allowedIps.ts'
import { type ApiKey, InvalidKeyError, type Keyring, UnknownKeyError } from '../access/keyring.ts'
import { toAccount } from '../access/owner.ts'
import type { LimitChanges } from '../access/tiers.ts'
import { InvalidParameterError, ServiceError } from '../errors/serviceError.ts'
import type { Api } from './fulfilment.ts'
import { toSnakeCase } from './mempoolWire.ts'

export type AccountApiParts = { readonly keys: Keyring }

type AccountApi = Pick<Api, Extract<keyof Api, `accountKey${string}`>>
type Key = Response<'accountKey'>
type Changes = Omit<Arguments<'accountKeyUpdate'>, 'key_id'>

class NoSuchKeyError extends ServiceError {
  readonly code = 'NOT_FOUND'
}

/** Manages API keys over REST, for keys with the scope `admin:account`. */
export function createAccountApi({ keys }: AccountApiParts): AccountApi {
  return {
    accountKeys: async () => ({ keys: (await keys.list()).map(toWireKey) }),
    accountKeyCreate: ({ name, scopes, account, ...rest }) =>
      ask(async () => {
        const { key, secret } = await keys.create({
          ...toChanges(rest),
          name,
          ...(scopes && { scopes }),
          ...(account && { account }),
        })
        return { key: toWireKey(key), secret }
      }),
    accountKey: ({ key_id }) => ask(async () => toWireKey(await keys.get(key_id))),
    accountKeyUpdate: ({ key_id, ...changes }) =>
      ask(async () => toWireKey(await keys.update(key_id, toChanges(changes)))),
    accountKeyRotate: ({ key_id, overlap_seconds: overlapSeconds }) =>
      ask(async () => {
        const { key, secret } = await keys.rotate(key_id, overlapSeconds === undefined ? {} : { overlapSeconds })
        return { key: toWireKey(key), secret }
      }),
    accountKeyRevoke: ({ key_id }) => ask(async () => toWireKey(await keys.revoke(key_id))),
  }
}

async function ask<value>(work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnknownKeyError) throw new NoSuchKeyError(error.message)
    if (error instanceof InvalidKeyError || error instanceof InvalidAllowedIpError)
      throw new InvalidParameterError([{ path: 'body', message: error.message }])
    throw error
  }
}

function toChanges({ name, tier, allowed_ips, limits, expires_at }: Changes) {
  return {
    ...(name !== undefined && { name }),
    ...(tier !== undefined && { tier }),
    ...(allowed_ips !== undefined && { allowedIps: allowed_ips }),
    ...(limits !== undefined && { limits: limits && toLimits(limits) }),
    ...(expires_at !== undefined && { expiresAt: expires_at }),
  }
}

const toLimits = (limits: NonNullable<Changes['limits']>): LimitChanges =>
  Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

function toWireKey(key: ApiKey): Key {
  const { id, name, scopes, tier, allowedIps, limits = {}, ...times } = key
  return {
    account: toAccount(key),
    id,
    name,
    scopes: [...scopes],
    tier,
    allowed_ips: [...allowedIps],
    limits: toSnakeCase<number>(limits as Readonly<Record<string, number>>),
    created_at: times.createdAt,
    expires_at: times.expiresAt ?? null,
    last_used_at: times.lastUsedAt,
    revoked_at: times.revokedAt,
  }
}
