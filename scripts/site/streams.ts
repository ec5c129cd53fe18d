import { gatewayStreams, type StreamPath, streamDefaults, streamMessages, streams } from '@outrigger/api/contract'
import { type Page, toTable } from './markdown.ts'
import { listMessageFields, type Schema, toType } from './schema.ts'

const credentials = { key: 'API key', token: 'token', keyOrToken: 'API key or token' }

/** Creates the page of the WebSockets, with their paths and messages, from the contract. */
export function toStreamPages(): readonly Page[] {
  const rows = [...Object.entries<StreamPath>(streams), ...Object.entries<StreamPath>(gatewayStreams)]
  const text = [
    '# Stream messages',
    `All of them need the scope \`stream:websocket\`. A connection has up to ${streamDefaults.subscriptions} subscriptions, and a message to the server has up to ${streamDefaults.messageBytes} bytes. [Streams](/guide/streams.md) explains how they behave. The [AsyncAPI document](/spec/asyncapi.json) describes the same messages for programs.`,
    toTable(
      ['Path', 'Stream', 'Credential', 'Compute units per event', ''],
      rows.map(([id, { path, credential, summary, cost }]) => [
        `\`${path}\``,
        id,
        credentials[credential],
        cost === undefined ? 'as its stream' : String(cost),
        summary,
      ]),
    ),
    ...Object.entries(streamMessages).flatMap(([stream, { client, server }]) => [
      `## ${stream}`,
      ...toMessages(stream, 'From the client', client),
      ...toMessages(stream, 'From the server', server),
    ]),
  ].join('\n\n')
  return [{ path: 'reference/streams.md', text }]
}

type Messages = (typeof streamMessages)[keyof typeof streamMessages]['client']

function toMessages(stream: string, title: string, messages: Messages): readonly string[] {
  return [
    `### ${title}: ${stream}`,
    ...Object.entries(messages).flatMap(([name, { summary, schema }]) => [
      `#### ${name}\n\n${summary}.`,
      toTable(
        ['Field', 'Type', ''],
        listMessageFields(schema as Schema).map(({ path, schema, required }) => [
          `\`${path}\``,
          `${toType(schema)}${required ? ', required' : ''}`,
          schema.description ?? '',
        ]),
      ),
    ]),
  ]
}
