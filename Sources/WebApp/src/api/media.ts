import { ApiError } from "./errors";
import type { Http } from "./http";
import type { UploadResponse } from "./types";

/** The size of one request, and so the most that a broken connection loses. */
const pieceSize = 1 << 20;

export interface Uploadable {
  clientMediaId: string;
  fileName: string;
  size: number;
  file: Blob;
}

/** Uploads a file. Asked again with the same id, it goes on where it was. @returns the id of the media. */
export async function upload(http: Http, file: Uploadable, progress: (sent: number) => void): Promise<string> {
  const { clientMediaId, fileName, size } = file;
  let { media } = await http.post<UploadResponse>("/v1/media", { clientMediaId, fileName, size });
  while (media.state === "uploading") {
    progress(media.offset);
    const piece = file.file.slice(media.offset, media.offset + pieceSize);
    try {
      const response = await http.respond(`/v1/media/${media.id}`, {
        method: "PATCH",
        headers: { "Upload-Offset": String(media.offset), "Content-Type": "application/octet-stream" },
        body: piece,
      });
      media = ((await response.json()) as UploadResponse).media;
    } catch (error) {
      // The server says where to go on.
      if (!(error instanceof ApiError) || error.code !== "conflict") throw error;
      media = (await http.get<UploadResponse>(`/v1/media/${media.id}`)).media;
    }
  }
  progress(size);
  return media.id;
}

/** Files as addresses that pictures and links can use. They are fetched with the token, so no address of the server works without it. */
export class MediaCache {
  private readonly urls = new Map<string, Promise<string>>();

  constructor(private readonly http: Http) {}

  /** @param path such as `/v1/media/ID/thumbnail`. */
  url(path: string): Promise<string> {
    const known = this.urls.get(path);
    if (known !== undefined) {
      this.urls.delete(path);
      this.urls.set(path, known);
      return known;
    }
    const url = this.fetch(path);
    this.urls.set(path, url);
    url.catch(() => this.urls.delete(path));
    this.trim();
    return url;
  }

  private async fetch(path: string): Promise<string> {
    const response = await this.http.respond(path);
    return URL.createObjectURL(await response.blob());
  }

  private trim(): void {
    for (const [path, url] of this.urls) {
      if (this.urls.size <= 200) return;
      this.urls.delete(path);
      void url.then((address) => URL.revokeObjectURL(address)).catch(() => undefined);
    }
  }
}
