/** IndexedDB as a few promises. Where the browser refuses it, a store in memory stands in, and says so. */

const NAME = "beholder";
/** Store and key path of each. */
const STORES = { seats: "key", outbox: "id", drafts: "lease" };

/** @typedef {keyof typeof STORES} Store */

export class Database {
  /** @param {IDBDatabase | null} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {Record<string, Map<string, any>>} */
    this.memory = { seats: new Map(), outbox: new Map(), drafts: new Map() };
  }

  /** Whether what is written outlives the tab. */
  get lasting() {
    return this.connection !== null;
  }

  static async open() {
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => {
        for (const [store, keyPath] of Object.entries(STORES)) asked.result.createObjectStore(store, { keyPath });
      };
      const connection = await settled(asked);
      connection.onversionchange = () => connection.close();
      return new Database(connection);
    } catch {
      return new Database(null);
    }
  }

  /** @param {Store} store @param {string} key @returns {Promise<any>} */
  get(store, key) {
    if (!this.connection) return Promise.resolve(this.memory[store].get(key));
    return settled(this.connection.transaction(store).objectStore(store).get(key));
  }

  /** @param {Store} store @returns {Promise<any[]>} */
  all(store) {
    if (!this.connection) return Promise.resolve([...this.memory[store].values()]);
    return settled(this.connection.transaction(store).objectStore(store).getAll());
  }

  /** Resolves once the value is on disk. @param {Store} store @param {any} value */
  put(store, value) {
    if (!this.connection) {
      this.memory[store].set(value[STORES[store]], value);
      return Promise.resolve();
    }
    return this.#write(store, (one) => one.put(value));
  }

  /** @param {Store} store @param {string} key */
  remove(store, key) {
    if (!this.connection) {
      this.memory[store].delete(key);
      return Promise.resolve();
    }
    return this.#write(store, (one) => one.delete(key));
  }

  /** @param {Store} store @param {(one: IDBObjectStore) => void} change @returns {Promise<void>} */
  #write(store, change) {
    return new Promise((resolve, reject) => {
      const connection = /** @type {IDBDatabase} */ (this.connection);
      const durability = store === "outbox" ? "strict" : "relaxed";
      const transaction = connection.transaction(store, "readwrite", { durability });
      change(transaction.objectStore(store));
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }
}

/** @template T @param {IDBRequest<T>} asked @returns {Promise<T>} */
function settled(asked) {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}
