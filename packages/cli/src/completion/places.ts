import { lendingIds, scopes, tierNames } from '@outrigger/api/contract'
import { chains } from '@outrigger/core'
import type { Argument, Command, Option } from 'commander'

/** A word to offer. A word that ends with `=` is followed by a value without a space. */
export type Row = { readonly word: string; readonly description: string }

/**
 * The words to offer at one place of a command line. `at` is `outrigger keys` for the subcommands of `keys`,
 * `outrigger keys @options` for its options, `outrigger gas --rpc` for the value of an option, `outrigger tx @1` for the first
 * argument, and `outrigger rpc @*` for all further arguments.
 */
export type Place = { readonly at: string; readonly rows: readonly Row[]; readonly files: boolean }

/** Values from the registries, by the placeholder of the usage. */
const lists: Readonly<Record<string, readonly string[]>> = {
  chain: Object.keys(chains),
  chains: Object.keys(chains),
  'chain=url,…': Object.keys(chains).map((name) => `${name}=`),
  tier: tierNames,
  'scope,…': Object.keys(scopes),
  'id,…': lendingIds,
}
const files = /file|dir|folder|path/

/** Lists every place of a program, from its commands, arguments and options. */
export function listPlaces(program: Command): readonly Place[] {
  const globals = program.options.filter(({ long }) => long !== '--version')
  return visit(program, program.name(), globals)
}

function visit(command: Command, at: string, globals: readonly Option[]): readonly Place[] {
  const help = command.createHelp()
  const children = help.visibleCommands(command)
  const options = [...new Set([...help.visibleOptions(command), ...globals])]
  return [
    { at, rows: children.map((child) => ({ word: child.name(), description: child.description() })), files: false },
    { at: `${at} @options`, rows: options.flatMap(toOptionRows), files: false },
    ...options.filter(takesValue).flatMap((option) => toOptionPlaces(option, at)),
    ...command.registeredArguments.map((argument, index) => toArgumentPlace(argument, index, at)),
    ...children.flatMap((child) => visit(child, `${at} ${child.name()}`, globals)),
  ]
}

const takesValue = (option: Option): boolean => option.required || option.optional

const toNames = ({ short, long }: Option): readonly string[] => [long, short].flatMap((name) => name ?? [])

const toOptionRows = (option: Option): readonly Row[] =>
  toNames(option).map((word) => ({ word, description: option.description }))

function toOptionPlaces(option: Option, at: string): readonly Place[] {
  const placeholder = /[<[](.*)[>\]]/.exec(option.flags)?.[1] ?? ''
  const values = option.argChoices ?? toValues(placeholder)
  return toNames(option).map((name) => ({
    at: `${at} ${name}`,
    rows: values.map((word) => ({ word, description: '' })),
    files: values.length === 0 && files.test(placeholder),
  }))
}

function toArgumentPlace(argument: Argument, index: number, at: string): Place {
  const values = argument.argChoices ?? toValues(argument.name())
  return {
    at: `${at} @${argument.variadic ? '*' : index + 1}`,
    rows: values.map((word) => ({ word, description: '' })),
    files: values.length === 0 && files.test(argument.name()),
  }
}

/** Returns the values of a placeholder. A placeholder such as `24h|7d|30d` lists them itself. */
const toValues = (placeholder: string): readonly string[] =>
  lists[placeholder] ?? (placeholder.includes('|') ? placeholder.split('|') : [])
