// SPDX-License-Identifier: Apache-2.0
//
// Asks servers through okhttp's cache, as Tests/Programs/ask-cache does through others:
//
//     java -cp okhttp.jar:okio.jar OkHttp.java FOLDER

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import okhttp3.Cache;
import okhttp3.CacheControl;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

class OkHttp {
    public static void main(String[] arguments) throws IOException {
        Cache cache = new Cache(new File(arguments[0]), 64 << 20);
        OkHttpClient client = new OkHttpClient.Builder().cache(cache).build();
        BufferedReader input =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println(told(client, line.split("\t", -1)));
            System.out.flush();
        }
        cache.close();
        System.exit(0);
    }

    private static String told(OkHttpClient client, String[] parts) {
        Request.Builder request = new Request.Builder().url(parts[1]);
        boolean isPlain = parts[0].equals("GET") || parts[0].equals("HEAD");
        request.method(parts[0], isPlain ? null : RequestBody.create(null, parts[3]));
        for (int at = 4; at < parts.length; at++) {
            String[] words = parts[at].split(":", 2);
            request.header(words[0], words[1].trim());
        }
        if (parts[2].equals("stored")) {
            request.cacheControl(CacheControl.FORCE_CACHE);
        }
        try (Response response = client.newCall(request.build()).execute()) {
            StringBuilder text = new StringBuilder();
            // The content first: the cache keeps what was read to its end.
            String content = response.body().string();
            text.append(response.code()).append('\t').append(content);
            Headers fields = response.headers();
            for (int at = 0; at < fields.size(); at++) {
                text.append('\t').append(fields.name(at)).append(": ").append(fields.value(at));
            }
            return text.toString();
        } catch (IOException error) {
            return "error\t" + error.toString().replaceAll("[\t\n]", " ");
        }
    }
}
