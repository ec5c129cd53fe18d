import { getSigningSecret, rotateSigningSecret } from '@outrigger/alerts'
import { createClient, type OutriggerClient } from '@outrigger/api'
import { alertTypes, type Response } from '@outrigger/api/contract'
import { openStore } from '@outrigger/server'
import { Argument, type Command } from 'commander'
import { loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, type Cli, withDataDir } from './command.ts'
import { type ReadingFlags, toApiKey, toDefaultNode, withNode } from './openReadings.ts'

type Flags = ReadingFlags
type Alert = Response<'alertsCreate'>
type Values = Readonly<Record<string, string | undefined>>
type Work = (client: OutriggerClient, output: Output) => Promise<void>

/** `outrigger alerts …`: alerts of a running node. */
export const addAlerts: AddCommand = (program, cli) => {
  const alerts = program
    .command('alerts')
    .description('manage alerts of a running node and their signing secret')
    .helpCommand(false)
  addCreate(alerts, cli)
  addList(alerts, cli)
  addSet(alerts, cli)
  addTest(alerts, cli)
  addSecret(alerts, cli)
}

function addCreate(alerts: Command, cli: Cli): void {
  withNode(alerts.command('create').description('create an alert on a metric'))
    .requiredOption('--name <name>', 'a name of your choice')
    .requiredOption('--type <type>', alertTypes.join(', '))
    .requiredOption('--threshold <number>', 'value at which the alert notifies')
    .option('--below', 'notify when the value falls below the threshold (default: when it rises above)')
    .option('--metric <name>', 'metric to watch (default: the main metric of the type)')
    .option('--chain <name or id>', 'chain of a gas or price alert (default: ethereum)')
    .option('--symbol <symbol>', 'token of a price alert (default: the native currency)')
    .option('--webhook <url>', 'send signed notifications to this URL')
    .option('--email <address>', 'send notifications to this address')
    .option('--rearm <percent>', 'how far the value must recover before the alert triggers again (default: 1)')
    .option('--cooldown <seconds>', 'minimum time between two notifications (default: 0)')
    .action((flags: Flags & Values) =>
      ask(cli, flags, async ({ wire }, output) => {
        const alert = await wire.alertsCreate(toBody(flags))
        output.data(alert, () => [alert.id])
      }),
    )
}

function addList(alerts: Command, cli: Cli): void {
  const command = alerts
    .command('list [id]')
    .description('list the alerts, or show one with its history and deliveries')
  withNode(command)
    .option('--resolved', 'list resolved alerts')
    .action((id: string | undefined, flags: Flags & { readonly resolved?: boolean }) =>
      ask(cli, flags, async ({ wire }, output) => {
        if (id !== undefined) return showAlert(await wire.alertsGet({ alert_id: id }), output)
        const list = await wire.alertsList({ limit: 200, ...(flags.resolved && { resolved: true }) })
        if (output.json) for (const alert of list) output.data(alert, () => [])
        else if (list.length === 0) output.note('No alerts yet. `outrigger alerts create` creates one.')
        else output.data(list, () => toLines(list))
      }),
    )
}

function showAlert(alert: Response<'alertsGet'>, output: Output): void {
  output.data(alert, () => [
    ...toLines([alert]),
    ...alert.history.map(({ at, event, value, text }) =>
      [at, event, value, text].filter((part) => part !== undefined).join('  '),
    ),
    ...alert.deliveries.map(
      (one) => `${one.webhook_id}  ${one.channel}  ${one.state}  ${one.attempts} attempts  ${one.last_error ?? ''}`,
    ),
  ])
}

const states = ['acknowledged', 'resolved', 'deleted'] as const
type State = (typeof states)[number]

function addSet(alerts: Command, cli: Cli): void {
  const command = alerts
    .command('set <id>')
    .description('acknowledge an alert until its condition ends, resolve it, or delete it')
    .addArgument(new Argument('<state>', 'the new state').choices(states))
  withNode(command).action((id: string, state: State, flags: Flags) =>
    ask(cli, flags, async (client, output) => {
      const [answer, line] = await setState[state](client, id)
      output.data(answer, () => [line])
    }),
  )
}

type SetState = (client: OutriggerClient, id: string) => Promise<readonly [answer: object, line: string]>

const setState: { readonly [state in State]: SetState } = {
  async acknowledged({ wire }, id) {
    const answer = await wire.alertsAcknowledge({ alert_id: id })
    return [answer, answer.acknowledged ? `Acknowledged ${id}.` : `${id} is not active.`]
  },
  resolved: async ({ wire }, id) => [await wire.alertsResolve({ alert_id: id }), `Resolved ${id}.`],
  deleted: async ({ wire }, id) => [await wire.alertsDelete({ alert_id: id }), `Deleted ${id}.`],
}

function addTest(alerts: Command, cli: Cli): void {
  withNode(alerts.command('test <id>').description('send a test notification to the receivers of an alert'))
    .option('--replay', 'resend failed notifications instead')
    .action((id: string, flags: Flags & { readonly replay?: boolean }) =>
      ask(cli, flags, ({ wire }, output) => (flags.replay ? replay(wire, id, output) : test(wire, id, output))),
    )
}

type Wire = OutriggerClient['wire']

async function test(wire: Wire, id: string, output: Output): Promise<void> {
  const answer = await wire.alertsTest({ alert_id: id })
  const results = answer.results.map(({ channel, error }) => `${channel}: ${error ?? 'delivered'}`)
  output.data(answer, () => [results.join('; ') || 'The alert has no receiver.'])
}

async function replay(wire: Wire, id: string, output: Output): Promise<void> {
  const answer = await wire.alertsReplay({ alert_id: id })
  const { webhook_open } = await wire.alertsGet({ alert_id: id })
  const advice = ` The webhook URL answered 410 (gone), so it gets no more requests. Set a new webhook_url with PATCH /v1/alerts/${id}, then replay.`
  output.data(answer, () => [`Notifications sent again: ${answer.replayed}.${webhook_open === false ? advice : ''}`])
}

function addSecret(alerts: Command, cli: Cli): void {
  withNode(
    withDataDir(
      alerts
        .command('secret')
        .description(
          'print the secret that signs the webhooks of the operator, or with --node those of the account of the API key',
        ),
    ),
  )
    .option('--rotate', 'replace the secret; the old secret also signs for one more day')
    .action((flags: SecretFlags) =>
      cli.run(async (output) => {
        const { secret, previous_until } = await (flags.node === undefined ? readSecret(flags) : askSecret(flags))
        output.data({ secret, previous_until }, () => [secret])
        for (const until of previous_until) output.note(`An earlier secret also signs until ${until}.`)
      }),
    )
}

type SecretFlags = Flags & { readonly rotate?: boolean }

async function readSecret(flags: SecretFlags): Promise<{ secret: string; previous_until: string[] }> {
  await using store = await openStore(toConfig(await loadSettings(flags)))
  const { secret, previous } = await (flags.rotate ? rotateSigningSecret : getSigningSecret)(store)
  return { secret, previous_until: previous.map(({ untilMs }) => new Date(untilMs).toISOString()) }
}

async function askSecret(flags: SecretFlags): Promise<Response<'alertsSecret'>> {
  await using client = openClient(flags)
  return await (flags.rotate ? client.wire.alertsSecretRotate({}) : client.wire.alertsSecret())
}

async function ask(cli: Cli, flags: Flags, work: Work): Promise<void> {
  await cli.run(async (output) => {
    await using client = openClient(flags)
    await work(client, output)
  })
}

function openClient(flags: Flags): OutriggerClient {
  const url = flags.node ?? toDefaultNode() ?? 'http://127.0.0.1:8787'
  const apiKey = toApiKey(flags)
  return createClient({ url, ...(apiKey && { apiKey }) })
}

/** @throws {UsageError} */
function toBody({ name = '', type, threshold, below, metric, chain, symbol, webhook, email, rearm, cooldown }: Values) {
  const alert_type = alertTypes.find((one) => one === type)
  if (alert_type === undefined) throw new UsageError(`--type takes ${alertTypes.join(', ')}.`)
  return {
    name,
    alert_type,
    threshold: toNumber('threshold', threshold),
    ...(below && { condition: 'below' as const }),
    ...(metric && { metric }),
    ...(chain && { chain_id: chain }),
    ...(symbol && { symbol }),
    ...(webhook && { webhook_url: webhook }),
    ...(email && { email }),
    ...(rearm && { rearm_percent: toNumber('rearm', rearm) }),
    ...(cooldown && { cooldown_seconds: toNumber('cooldown', cooldown) }),
  }
}

function toNumber(flag: string, text = ''): number {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`--${flag} takes a number.`)
  return Number(text)
}

function toLines(list: readonly Alert[]): readonly string[] {
  const columns = ['id', 'name', 'type', 'chain', 'watches', 'state', 'triggered'].map((title) => ({ title }))
  return toTable(
    columns,
    list.map((alert) => [
      alert.id,
      alert.name,
      alert.alert_type,
      alert.chain_id ?? '-',
      [alert.symbol, alert.metric, alert.condition, alert.threshold].filter((part) => part !== undefined).join(' '),
      alert.enabled ? alert.state : 'off',
      `${alert.trigger_count}`,
    ]),
  )
}
