// ridgeline.hpp - ridgeline.h for C++17: what is made is freed, and a failure is an exception
// with the library's line of text.
//
//     ridgeline::scene scene;
//     scene.seed("hello").set("ridgeline.world", "lake");
//     ridgeline::frame frame(scene, 1280, 720);
//     std::vector<std::uint8_t> rgb = frame.pixels();
//     frame.write("land.png", 2);
//
// All else is in ridgeline.h: each class gives the C object that it holds by get().
#ifndef RIDGELINE_HPP
#define RIDGELINE_HPP

#include <ridgeline.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ridgeline {

// The line of a failed call, with its status.
class error : public std::runtime_error {
public:
    explicit error(const rl_error &failed) : std::runtime_error(failed.text), status_(failed.status)
    {
    }
    rl_status status() const noexcept { return status_; }

private:
    rl_status status_;
};

namespace detail {

// call(FUNCTION, ARGUMENTS...) passes them and an rl_error, and throws what fails.
template <typename Function, typename... Arguments>
void call(Function function, Arguments... arguments)
{
    rl_error failed{};
    if (function(arguments..., &failed) != RL_OK)
        throw error(failed);
}

template <auto release> struct freed {
    template <typename Object> void operator()(Object *object) const noexcept { release(object); }
};

} // namespace detail

// What is to be seen.  Copies are equal scenes that share their texts.  A scene that was moved from
// may be assigned to and destroyed, nothing else.
class scene {
public:
    scene()
    {
        rl_scene *made = nullptr;
        detail::call(rl_scene_new, &made, static_cast<const rl_allocator *>(nullptr));
        scene_.reset(made);
    }
    scene(const scene &other) : scene(other.get()) {}
    scene(scene &&) noexcept = default;
    scene &operator=(const scene &other) { return *this = scene(other); }
    scene &operator=(scene &&) noexcept = default;

    // A copy of a scene of the C library, such as that of rl_frame_scene.
    explicit scene(const rl_scene *other)
    {
        rl_scene *made = nullptr;
        detail::call(rl_scene_copy, &made, other);
        scene_.reset(made);
    }

    // One of the scenes that the library has, such as "classic".
    static scene builtin(const char *name)
    {
        scene made;
        detail::call(rl_scene_builtin, made.get(), name);
        return made;
    }

    // A number, or any text.
    scene &seed(const char *text)
    {
        std::uint64_t number = 0;
        detail::call(rl_seed_parse, &number, text);
        return set("ridgeline.seed", std::to_string(number).c_str());
    }

    // Scene text on top of what is set; `place` stands before an error.
    scene &read(std::string_view text, const char *place = "scene")
    {
        detail::call(rl_scene_parse, get(), static_cast<const void *>(text.data()), text.size(),
                     place);
        return *this;
    }

    scene &set(const char *key, const char *value)
    {
        detail::call(rl_scene_set, get(), key, value);
        return *this;
    }

    // The value of a key as scene text has it, and as a number: see rl_scene_get and
    // rl_scene_number.  A key that does not exist has the text "" and the number RL_AUTO.
    std::string text(const char *key) const
    {
        char value[RL_VALUE_SIZE];
        const char *found = rl_scene_get(get(), key, value);
        return found != nullptr ? found : "";
    }
    double number(const char *key) const noexcept { return rl_scene_number(get(), key); }

    scene &mood(const char *name)
    {
        detail::call(rl_mood_apply, get(), name);
        return *this;
    }

    rl_scene *get() noexcept { return scene_.get(); }
    const rl_scene *get() const noexcept { return scene_.get(); }

private:
    std::unique_ptr<rl_scene, detail::freed<rl_scene_free>> scene_;
};

// A scene at a size, ready to be painted.  It may be shared by threads.
class frame {
public:
    frame(const scene &of, int width, int height, int threads = 1)
    {
        rl_view view{};
        view.width = width;
        view.height = height;
        view.threads = threads;
        make(of, view);
    }

    // A part, other kernels, an allocator: see rl_view.  Its struct_size is set here.
    frame(const scene &of, rl_view view) { make(of, view); }

    // Pixels of the part that is painted.
    int width() const noexcept { return view_.part_width; }
    int height() const noexcept { return view_.part_height; }

    // Rows of packed RGB, 3 bytes a pixel, or 6 of a scene with 16 bits; -1 = all that follow.
    std::vector<std::uint8_t> pixels(int row = 0, int rows = -1) const
    {
        const std::size_t stride = static_cast<std::size_t>(width()) * (is_deep() ? 6 : 3);
        if (rows < 0)
            rows = height() - row;
        std::vector<std::uint8_t> packed(stride * static_cast<std::size_t>(rows < 0 ? 0 : rows));
        detail::call(rl_paint, get(), row, rows, static_cast<void *>(packed.data()), stride);
        return packed;
    }

    // The file appears whole or not at all.  `format` is a name such as RL_FORMAT_JPEG.
    void write(const char *path, int threads = 1, const char *format = nullptr) const
    {
        rl_render_options options{};
        options.struct_size = sizeof options;
        options.threads = threads;
        options.format = format;
        rl_sink *opened = nullptr;
        detail::call(rl_sink_to_file, &opened, path, static_cast<const rl_allocator *>(nullptr));
        const std::unique_ptr<rl_sink, detail::freed<rl_sink_free>> sink(opened);
        detail::call(rl_render, get(), &options, sink.get());
        detail::call(rl_sink_commit, sink.get());
    }

    const rl_frame *get() const noexcept { return frame_.get(); }

private:
    void make(const scene &of, rl_view view)
    {
        rl_frame *made = nullptr;
        view.struct_size = sizeof view;
        detail::call(rl_frame_new, &made, of.get(), static_cast<const rl_view *>(&view));
        frame_.reset(made);
        if (view.part_width == 0 || view.part_height == 0) {
            view.part_width = view.width;
            view.part_height = view.height;
        }
        view_ = view;
    }
    bool is_deep() const noexcept
    {
        return rl_scene_number(rl_frame_scene(get()), "output.depth") == 16.0;
    }

    rl_view view_{};
    std::unique_ptr<rl_frame, detail::freed<rl_frame_free>> frame_;
};

} // namespace ridgeline

#endif
