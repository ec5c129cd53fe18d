import type { FeeRequest } from '@outrigger/oracle'
import { toLists, toSnakeCase } from '@outrigger/server/internal'
import { isAddress } from 'viem'
import { UsageError } from '../exitCodes.ts'

type Check = (value: unknown) => boolean
/** The fields of a list item, with the check of each. */
type Form = ReadonlyMap<string, Check>
type WireLists = Parameters<typeof toLists>[0]

const isQuantity: Check = (value) =>
  Number.isSafeInteger(value) ? (value as number) >= 0 : /^(?:0x[\da-f]{1,13}|\d{1,15})$/i.test(String(value))
const isWord: Check = (value) => typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)
const isAccount: Check = (value) => typeof value === 'string' && isAddress(value, { strict: false })

const access: Form = new Map([
  ['address', isAccount],
  ['storage_keys', (value) => Array.isArray(value) && value.every(isWord)],
])
const authorization: Form = new Map([
  ['chain_id', isQuantity],
  ['address', isAccount],
  ['nonce', isQuantity],
  ['y_parity', isQuantity],
  ['r', isWord],
  ['s', isWord],
])
/** Fields that wallets add to a signed authorization and that are not needed. */
const ignored: ReadonlySet<string> = new Set(['v'])

/**
 * Reads the lists of a transaction from JSON, as nodes, wallets and the API write them: the names of their fields may be in
 * camel case or snake case.
 *
 * @throws {UsageError} a list is invalid
 */
export function readTransactionLists(texts: {
  readonly accessList?: string
  readonly authorizationList?: string
}): Pick<FeeRequest, 'accessList' | 'authorizationList'> {
  return toLists({
    access_list: readList('--access-list', texts.accessList, access) as WireLists['access_list'],
    authorization_list: readList(
      '--authorization-list',
      texts.authorizationList,
      authorization,
    ) as WireLists['authorization_list'],
  })
}

/** @throws {UsageError} */
function readList(flag: string, text: string | undefined, form: Form): unknown {
  if (text === undefined) return undefined
  const expected = `${flag} takes a JSON array of objects with ${[...form.keys()].join(', ')}`
  const list = parse(text)
  if (!Array.isArray(list)) throw new UsageError(`${expected}.`)
  return list.map((raw: unknown, index) => {
    const item = Object.fromEntries(
      Object.entries(toSnakeCase<object>(Object(raw))).filter(([name]) => !ignored.has(name)),
    )
    const wrong = [...form.keys(), ...Object.keys(item)].find((name) => !form.get(name)?.(item[name]))
    if (wrong !== undefined) throw new UsageError(`${expected}. Item ${index} is wrong at ${wrong}.`)
    return item
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
