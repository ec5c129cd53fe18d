import type { ChainProfile } from '../../chains/chain.ts'
import type { Events } from '../../events/emitter.ts'
import type { Endpoint } from '../endpoint.ts'
import type { FailureKind, RpcAnswer } from '../errors.ts'
import type { Answer, PoolEvents, PoolOptions, PoolReport, RpcRequest } from '../poolTypes.ts'
import type { ErrorRule } from '../wire/rpcCall.ts'

/** A client for one endpoint. Numbers that a double may not hold exactly are returned as text. */
export type EndpointClient = {
  /** Returns the result of a JSON-RPC call. @throws {EndpointError} */
  rpc(method: string, params?: unknown): Promise<unknown>
  /** Returns the body of `GET {endpoint}{path}`: JSON, or text for a text response. @throws {EndpointError} */
  get(path: string): Promise<unknown>
}

/** A time in an answer (Unix seconds or RFC 3339) and the height of its block. Either may be undefined. */
export type ShownTime = { readonly time: unknown; readonly height: unknown }

/** An interface that endpoints of a family may have, such as Bitcoin Core's JSON-RPC or Esplora's REST. */
export type EndpointInterface = {
  /** Returns the newest block. Fails at endpoints with another interface. @throws {EndpointError} */
  head(client: EndpointClient): Promise<bigint>
  /**
   * Returns the newest block that an answer shows, in the numbering of `head`, or null. If it is too old, the
   * endpoint is skipped immediately, before its next probe.
   */
  readonly headIn?: (request: FamilyRequest, result: unknown) => bigint | null
  /** Returns the block times in an answer. An impossible block time counts as a failure of the endpoint. */
  timesIn(result: unknown): readonly ShownTime[]
  /** Returns the id of the endpoint's network, in the form of `ChainProfile.network`. Null if the endpoint reports none. */
  network(client: EndpointClient): Promise<string | null>
  /** Classifies a JSON-RPC error. `empty` means that the endpoint lacks the data. */
  readonly rpcErrors?: ErrorRule
  /** Classifies a REST response that is not a success. */
  readonly restErrors?: (status: number, body: string) => FailureKind
  /** A second form of some requests, for nodes of this interface that reject the first one. Learned once per endpoint. */
  readonly otherForm?: {
    /** Returns the parameters in the second form. Null if both forms are the same. */
    rewrite(method: string, params: unknown): readonly unknown[] | null
    /** Returns whether this refusal shows that the node expects the second form. */
    isNeeded(refusal: RpcAnswer): boolean
  }
}

/** The interfaces of a family by name, the most capable first. */
export type FamilyProtocol = { readonly [name: string]: EndpointInterface }

/** A request for endpoints with the named interface. */
export type FamilyRequest = { readonly interface: string } & (RpcRequest | { readonly path: string })

export type FamilySendOptions = {
  readonly signal?: AbortSignal
  /** Name of the endpoint to call first while it is available. */
  readonly prefer?: string
}

/** Settings as in `PoolOptions`. */
export type FamilyPoolOptions = Omit<PoolOptions, 'cache'>

/** A pool for a chain outside the EVM family: a primary and its backups, used as one provider. */
export type FamilyPool = Events<PoolEvents> & {
  readonly chain: ChainProfile
  /**
   * Returns the first good answer. Its `result` is null if two endpoints, or the only one, report that the data does
   * not exist. Fractions, and integers of more than 15 digits, are text because a double may round them.
   *
   * @throws {RpcAnswerError} the node's own answer is an error: not retried
   * @throws {RestAnswerError} a REST endpoint rejects the request (4xx): not retried
   * @throws {AllProvidersFailedError}
   */
  send<result = unknown>(request: FamilyRequest, options?: FamilySendOptions): Promise<Answer<result | null>>
  /**
   * Returns the interfaces of the endpoints in service, the most capable first, or all interfaces if none is known. Waits for the
   * first endpoint that is identified. After that `network` is known too.
   */
  interfaces(): Promise<readonly string[]>
  /** Returns the network of the endpoints. Null until one has reported it. */
  network(): string | null
  report(): PoolReport
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The properties of an endpoint that its answers show. */
export type EndpointIdentity = {
  readonly endpoint: Endpoint
  /** The endpoint's interface. Null if no answer identifies it. */
  readonly interface: string | null
  readonly network: string | null
  readonly head: bigint | null
}
